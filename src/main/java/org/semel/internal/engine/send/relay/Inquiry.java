// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.ProviderReference;

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

  /** A provider's knowledge of an intent whose outcome is unknown here. */
  sealed interface InquiryResult {

    /**
     * It took effect.
     *
     * @param reference what the provider calls the effect, if it said so
     */
    record Confirmed(Optional<ProviderReference> reference) implements InquiryResult {}

    /** The provider has never seen the key, and no request under it is still under way there. */
    record NotKnown() implements InquiryResult {}

    /**
     * Neither is certain.
     *
     * @param why for the operator, without payload
     */
    record CannotSay(String why) implements InquiryResult {}

    /**
     * The question could not be put, which says nothing of provider or intent: the query route does
     * not run, say.
     *
     * @param why for the operator, without payload
     */
    record NotAsked(String why) implements InquiryResult {}
  }

  /** The providers that can be asked, and the inquiry of each. Safe for any number of threads. */
  final class Inquiries {

    private final Map<Destination, Inquiry> inquiries = new ConcurrentHashMap<>();

    /** From now on the provider behind {@code destination} can be asked in this way. */
    public void declare(Destination destination, Inquiry inquiry) {
      inquiries.put(destination, inquiry);
    }

    public Optional<Inquiry> of(Destination destination) {
      return Optional.ofNullable(inquiries.get(destination));
    }
  }
}
