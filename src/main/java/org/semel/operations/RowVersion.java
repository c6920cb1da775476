// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

/**
 * The version of a parked message or of an intent on which somebody decided what becomes of it.
 * Whatever changes it makes another version of it, though it may stand where it stood.
 *
 * @param number as {@link ParkedCase.Standing#version} and {@link IntentRecord#version} tell it;
 *     equal for one version of one row only
 */
public record RowVersion(long number) {

  /** Whichever there is now: the decision is taken on it at this moment. */
  public static final RowVersion LATEST = new RowVersion(-1);

  /** Whether a row of version {@code now} is the one that was meant. */
  public boolean admits(long now) {
    return number == LATEST.number || number == now;
  }
}
