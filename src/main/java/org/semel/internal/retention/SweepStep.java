// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.retention;

/** What a step of sweeping came to, if its transaction commits. */
public sealed interface SweepStep {

  /**
   * There is more to look at.
   *
   * @param forgotten rows
   */
  record Advanced(int forgotten) implements SweepStep {}

  /**
   * All has been looked at, and the turn is given back; nobody has another before the policy's rest
   * is over.
   *
   * @param forgotten rows
   */
  record Finished(int forgotten) implements SweepStep {}

  /** The lease had run out, and somebody else sweeps. Nothing was changed. */
  record Lost() implements SweepStep {}
}
