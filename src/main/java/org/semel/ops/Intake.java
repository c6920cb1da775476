// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

/** What came of taking dead letters in. */
public sealed interface Intake {

  /**
   * They are parked now, and can be released or made into a plan.
   *
   * @param messages how many were taken out of the queue; the same message again is no new case
   */
  record TakenIn(int messages) implements Intake {}

  /** The consumer does not run in this application. */
  record Elsewhere(String consumer) implements Intake {}
}
