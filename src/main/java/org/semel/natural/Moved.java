// SPDX-License-Identifier: Apache-2.0
package org.semel.natural;

/** The result of a {@link Transition}. */
public sealed interface Moved {

  /** The row was in the first state and has moved. */
  record Now() implements Moved {}

  /** The row had moved before: a duplicate. A success; nothing was changed. */
  record Already() implements Moved {}

  /**
   * The row is in another state; nothing was changed. The message is too early or too late: throw
   * if it is to be redelivered or parked.
   *
   * @param found the state that the row is in; the word {@code null} if the column has none
   */
  record Refused(String found) implements Moved {}

  /** There is no such row. */
  record Absent() implements Moved {}
}
