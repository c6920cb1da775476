// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import org.semel.message.Identity;

/** Setting aside stored messages that have not taken effect yet (protocol {@code store-first}). */
public interface StoredActs {

  /**
   * Parks a stored message, whether it waits for its first worker, for another attempt, or is being
   * handled at this moment. In the last case its worker cannot commit, and rolls back. The
   * consumer's workers soon write it to the parked messages, where it can be released or withdrawn
   * like any other.
   */
  SetAsideResult park(Identity identity, OperatorContext by);

  /** The result of setting a stored message aside. */
  sealed interface SetAsideResult {

    /**
     * It is not tried any more; a worker of its consumer parks it soon as {@link
     * org.semel.message.ParkingReason#SET_ASIDE}. A worker that is handling it cannot commit.
     */
    record SetAside() implements SetAsideResult {}

    /** It has taken effect, has failed for good, or is parked already. */
    record Ended(Underway.Stage stage) implements SetAsideResult {}

    /** Nothing is stored under this identity. */
    record NotFound() implements SetAsideResult {}
  }
}
