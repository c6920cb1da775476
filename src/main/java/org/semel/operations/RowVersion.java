// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

/**
 * The version of a parked message or of an intent on which an operator decided what becomes of it.
 * Each change makes another version of it, even one that is taken back.
 *
 * @param number as {@link ParkedCase.Standing#version} and {@link IntentRecord#version} tell it;
 *     equal for one version of one row only
 */
public record RowVersion(long number) {

  /** The version that is there now: the decision is taken on it at this moment. */
  public static final RowVersion LATEST = new RowVersion(-1);

  /** Whether a row of version {@code now} is the one that was meant. */
  public boolean admits(long now) {
    return number == LATEST.number || number == now;
  }
}
