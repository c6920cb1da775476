// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.semel.message.Body;
import org.semel.message.Digest;
import org.semel.message.Headers;
import org.semel.message.Identity;

/**
 * A durable record of an external effect still to happen. Every attempt sends it as it was
 * recorded, byte for byte.
 *
 * @param cause the identity whose effect this is
 * @param address where to, and which of several to the same place
 * @param headers what goes with the body; only what the destination's policy allows
 * @param body the exact bytes
 */
public record Intent(Identity cause, Address address, Headers headers, Body body) {

  /**
   * The address of an intent.
   *
   * @param destination the place
   * @param ordinal 0 for the first intent of the cause to this destination, and of this name if it
   *     has one; 1 for the next
   * @param orderKey intents of one key to one destination go one after the other, where the
   *     destination keeps the order; not blank, at most {@value #LONGEST_ORDER_KEY} characters.
   *     Recorded only; a {@link Lease} does not give it back
   * @param name what the route calls this intent, so that it stays the same one at any position
   *     among others; see {@link #isName}
   */
  public record Address(
      Destination destination, int ordinal, Optional<String> orderKey, Optional<String> name) {

    /** Longer keys would not fit into the index. */
    public static final int LONGEST_ORDER_KEY = 255;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    /** In no order, without a name. */
    public Address(Destination destination, int ordinal) {
      this(destination, ordinal, Optional.empty());
    }

    /** Without a name. */
    public Address(Destination destination, int ordinal, Optional<String> orderKey) {
      this(destination, ordinal, orderKey, Optional.empty());
    }

    public Address {
      if (ordinal < 0) {
        throw new IllegalArgumentException("an ordinal starts at 0, was " + ordinal);
      }
      if (orderKey.isPresent() && !isOrderKey(orderKey.get())) {
        throw new IllegalArgumentException(
            "an order key has 1 to " + LONGEST_ORDER_KEY + " characters, and not only spaces");
      }
      if (name.isPresent() && !isName(name.get())) {
        throw new IllegalArgumentException("'" + name.get() + "' is no name for an intent");
      }
    }

    /** The same, under a name. */
    public Address named(String given) {
      return new Address(destination, ordinal, orderKey, Optional.of(given));
    }

    /** Whether {@code text} is 1 to 64 letters, digits, dots, hyphens or underscores. */
    public static boolean isName(String text) {
      return NAME.matcher(text).matches();
    }

    /** Whether {@code text} can be an order key. */
    public static boolean isOrderKey(String text) {
      return !text.isBlank() && text.length() <= LONGEST_ORDER_KEY;
    }
  }

  /**
   * The idempotency key under which every attempt is sent. Derived from identity, destination, name
   * and ordinal alone, so that the same effect has the same key even if it were recorded again.
   *
   * @see <a href="https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/">The
   *     Idempotency-Key header</a>
   */
  public UUID key() {
    String destination = address.destination().name();
    String ordinal = Integer.toString(address.ordinal());
    return address
        .name()
        .map(
            name ->
                Digest.uuid("intent", cause.consumer(), cause.key(), destination, ordinal, name))
        .orElseGet(
            () -> Digest.uuid("intent", cause.consumer(), cause.key(), destination, ordinal));
  }
}
