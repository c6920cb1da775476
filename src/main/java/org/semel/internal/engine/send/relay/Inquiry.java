// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import org.semel.internal.engine.send.Lease;

/**
 * Asks a provider, by the idempotency key, whether an effect happened. Called outside any
 * transaction, by several threads at once, any number of times for one intent; changes nothing at
 * the provider.
 */
@FunctionalInterface
public interface Inquiry {

  /**
   * Asks for {@code lease.intent().key()}. Must not throw: what went wrong is a {@link
   * InquiryResult.CannotSay}.
   */
  InquiryResult ask(Lease lease);
}
