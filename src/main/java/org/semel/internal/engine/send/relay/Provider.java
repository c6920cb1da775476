// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.util.Optional;
import org.semel.internal.engine.send.Lease;

/**
 * Makes the effect happen. Called outside any transaction, by several threads at once, at least
 * once for each intent, always with the same bytes under the same key.
 */
@FunctionalInterface
public interface Provider {

  /**
   * Delivers under {@code lease.intent().key()}. Must pass the key on, and must not throw: what
   * went wrong is part of the answer.
   */
  Delivery deliver(Lease lease);

  /**
   * Shows that a delivery is part of the caller's transaction; called before the first that must
   * be.
   *
   * @throws RuntimeException if it is not, or if that cannot be shown yet; nothing is delivered
   *     then
   */
  default void prove() {
    throw new UnsupportedOperationException("this provider takes part in no transaction");
  }

  /**
   * Shows that a delivery which ends well was answered for, as far as it can be shown; called
   * outside any transaction, before the first delivery outside one.
   *
   * @throws RuntimeException if it may not have been, or if that cannot be shown yet; nothing is
   *     delivered then
   */
  default void proveAnswers() {}

  /**
   * The denial of a delivery that the failed end of its transaction shows, if that refuses the
   * delivery by name; empty if it says nothing of it.
   *
   * @param fault what failed when the transaction was to commit, which is undone
   */
  default Optional<Delivery.Denied> refusal(Throwable fault) {
    return Optional.empty();
  }

  /** The inquiry that asks the provider what became of an intent; empty if it cannot be asked. */
  default Optional<Inquiry> inquiry() {
    return Optional.empty();
  }
}
