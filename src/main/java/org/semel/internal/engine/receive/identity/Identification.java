// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import java.time.Instant;
import java.util.Optional;
import org.semel.message.ParkingReason;
import org.semel.message.ProducerKey;

/** The finding of an {@link IdentityRule}. */
public sealed interface Identification {

  /**
   * The message has an identity.
   *
   * @param key the producer's key, fit to be stored
   * @param minted the time that the message carries, if the policy names one
   * @param former by what a former memory knows the message, while that is looked up
   */
  record Identified(String key, Optional<Instant> minted, Optional<Formerly> former)
      implements Identification {

    public Identified(String key) {
      this(key, Optional.empty());
    }

    public Identified(String key, Optional<Instant> minted) {
      this(key, minted, Optional.empty());
    }
  }

  /**
   * The identity by which a former memory knows a message.
   *
   * @param consumer the name that its consumer had then; empty if it is the same
   */
  record Formerly(Optional<String> consumer, Identified identified) {}

  /**
   * The message has none; it will be parked.
   *
   * @param reason the code under which it is parked
   * @param why a sentence for the operator, without payload
   */
  record Unidentifiable(ParkingReason reason, String why) implements Identification {}

  /**
   * Turns the text that a rule found into an identification, or says what is wrong with it. A text
   * in which there is nothing is none.
   *
   * @param found the text, or empty if there was none
   * @param sought what was looked for, to name it in the operator's sentence
   */
  static Identification of(Optional<String> found, String sought) {
    return found
        .filter(text -> !ProducerKey.isBlank(text))
        .map(key -> checked(key, sought))
        .orElseGet(() -> absent(sought));
  }

  private static Identification absent(String sought) {
    return new Unidentifiable(ParkingReason.NO_IDENTITY, "found no " + sought);
  }

  private static Identification checked(String key, String sought) {
    return ProducerKey.fault(key)
        .<Identification>map(
            fault -> new Unidentifiable(ParkingReason.IDENTITY_INVALID, sought + " " + fault))
        .orElseGet(() -> new Identified(key));
  }
}
