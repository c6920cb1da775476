// SPDX-License-Identifier: Apache-2.0
package org.semel.natural;

/** What a {@link Transition} came to. */
public sealed interface Moved {

  /** The row was where it had to be, and has moved. */
  record Now() implements Moved {}

  /** It had moved before: a message that came again. A success; nothing was changed. */
  record Already() implements Moved {}

  /**
   * It stands where this move does not begin; nothing was changed. Too early or too late: throw, if
   * the message should come again or be parked.
   *
   * @param found the state that it is in
   */
  record Refused(String found) implements Moved {}

  /** There is no such row. */
  record Absent() implements Moved {}
}
