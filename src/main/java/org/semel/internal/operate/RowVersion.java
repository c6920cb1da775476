// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.operate;

/**
 * The version of a row on which somebody decided what becomes of it. Whatever changes the row makes
 * another version of it, though it may stand where it stood.
 *
 * @param number equal for one version of one row only
 */
public record RowVersion(long number) {

  /** Whichever there is now: the decision is taken on it at this moment. */
  public static final RowVersion LATEST = new RowVersion(-1);

  /** Whether a row of version {@code now} is the one that was meant. */
  public boolean admits(long now) {
    return number == LATEST.number || number == now;
  }
}
