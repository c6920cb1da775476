// SPDX-License-Identifier: Apache-2.0
package org.semel.relay;

import java.util.Optional;
import org.semel.intent.Lease;

/**
 * Whoever makes the effect happen. Called outside any transaction, by several threads at once, at
 * least once for each intent, always with the same bytes under the same key.
 */
@FunctionalInterface
public interface Provider {

  /**
   * Delivers under {@code lease.intent().key()}. Must pass the key on, and must not throw: what
   * went wrong is part of the answer.
   */
  Delivery deliver(Lease lease);

  /** How the provider can be asked what became of an intent, if it can. */
  default Optional<Inquiry> inquiry() {
    return Optional.empty();
  }
}
