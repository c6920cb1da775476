// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import org.semel.internal.stored.Stage;

/** What came of setting a stored message aside. */
public sealed interface SetAsideResult {

  /**
   * It is not tried any more; the consumer's next pass parks it as {@link
   * org.semel.message.ParkingReason#SET_ASIDE}. A worker that had it in hand is refused at its end.
   */
  record SetAside() implements SetAsideResult {}

  /** It has taken effect, has failed for good, or is parked already. */
  record Ended(Stage stage) implements SetAsideResult {}

  /** Nothing is stored under this identity. */
  record Absent() implements SetAsideResult {}
}
