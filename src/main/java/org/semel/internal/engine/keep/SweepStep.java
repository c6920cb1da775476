// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

/** The result of a step of sweeping, if its transaction commits. */
public sealed interface SweepStep {

  /**
   * There are more rows to read.
   *
   * @param forgotten rows
   */
  record Advanced(int forgotten) implements SweepStep {}

  /**
   * All rows were read, and the lease is given back; the next round begins when the policy's rest
   * is over.
   *
   * @param forgotten rows
   */
  record Finished(int forgotten) implements SweepStep {}

  /** The lease had expired, and another node sweeps. Nothing was changed. */
  record LeaseExpired() implements SweepStep {}
}
