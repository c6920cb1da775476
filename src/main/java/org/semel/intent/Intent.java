// SPDX-License-Identifier: Apache-2.0
package org.semel.intent;

import java.util.Optional;
import java.util.UUID;
import org.semel.message.Body;
import org.semel.message.Digest;
import org.semel.message.Headers;
import org.semel.message.Identity;

/**
 * A durable record of an external effect still to happen. What is sent is what was recorded, byte
 * for byte, at every attempt.
 *
 * @param cause the identity whose effect this is
 * @param address where to, and which of several to the same place
 * @param headers what goes with the body; only what the destination's policy allows
 * @param body the exact bytes
 */
public record Intent(Identity cause, Address address, Headers headers, Body body) {

  /**
   * Where an intent goes.
   *
   * @param destination the place
   * @param ordinal 0 for the first intent of the cause to this destination, 1 for the next
   * @param orderKey intents of one key to one destination go one after the other, where the
   *     destination keeps the order; not blank, at most {@value #LONGEST_ORDER_KEY} characters.
   *     Recorded only; a {@link Lease} does not give it back
   */
  public record Address(Destination destination, int ordinal, Optional<String> orderKey) {

    /** Longer keys would not fit into the index. */
    public static final int LONGEST_ORDER_KEY = 255;

    /** In no order. */
    public Address(Destination destination, int ordinal) {
      this(destination, ordinal, Optional.empty());
    }

    public Address {
      if (ordinal < 0) {
        throw new IllegalArgumentException("an ordinal starts at 0, was " + ordinal);
      }
      if (orderKey.isPresent() && !isOrderKey(orderKey.get())) {
        throw new IllegalArgumentException(
            "an order key has 1 to " + LONGEST_ORDER_KEY + " characters, and not only spaces");
      }
    }

    /** Whether {@code text} can be an order key. */
    public static boolean isOrderKey(String text) {
      return !text.isBlank() && text.length() <= LONGEST_ORDER_KEY;
    }
  }

  /**
   * The idempotency key under which every attempt is sent. Derived from identity, destination and
   * ordinal alone, so that the same effect has the same key even if it were recorded again.
   *
   * @see <a href="https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/">The
   *     Idempotency-Key header</a>
   */
  public UUID key() {
    return Digest.uuid(
        "intent",
        cause.consumer(),
        cause.key(),
        address.destination().name(),
        Integer.toString(address.ordinal()));
  }
}
