// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.intent;

import java.time.Duration;

/** What came of a person's act upon an intent. */
public sealed interface Intervention {

  /**
   * It is done, if the transaction commits.
   *
   * @param destination where the intent goes or would have gone
   * @param before where it stood
   */
  record Done(Destination destination, IntentState before) implements Intervention {}

  /**
   * Nothing was changed, as a relay holds the intent; try again when it has settled.
   *
   * @param remaining how long its lease lasts at the most, by the database's clock
   */
  record InHand(Duration remaining) implements Intervention {}

  /**
   * Nothing was changed, as nothing can be any more.
   *
   * @param state final
   */
  record Settled(IntentState state) implements Intervention {}

  /** There is no such intent. */
  record Absent() implements Intervention {}
}
