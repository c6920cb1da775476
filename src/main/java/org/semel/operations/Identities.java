// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.semel.message.Identity;

/**
 * Looking up one identity, forgetting it, erasing what is kept of its messages, and remembering
 * what took effect before there was Semel.
 */
public interface Identities {

  /** Everything that the tables know of {@code identity}; see {@link Dossier#MOST}. */
  Dossier dossier(Identity identity);

  /**
   * Forgets {@code identity}, so that it takes effect once more. Meant for an effect that was
   * undone by other means. Refused while a parked message holds the claim, its message still waits,
   * or an external effect may still happen: a first effect would look like a repeat.
   */
  ForgetResult forget(Identity identity, OperatorContext by);

  /**
   * Erases what is kept of the messages of {@code identity}: bodies, headers, and what failures
   * quoted of them. The effect stays, and does not happen again. Refused while one of its messages
   * still waits.
   */
  Erasure erase(Identity identity, OperatorContext by);

  /** The most keys of one act of {@link #remember}. */
  int MOST_KEYS = 10_000;

  /**
   * Remembers what took effect elsewhere, under a memory that is given up: a message that comes
   * with one of these identities is a duplicate, whatever its body. An identity that is remembered
   * already stays as it is, so that the same act may be done again. Many keys take many acts.
   *
   * @param consumer a registered consumer, or the name behind an idempotent one
   * @param keys of the identities, as its rule makes them; 1 to {@link #MOST_KEYS}, blank ones
   *     refused, the same one counted once
   * @param at when they took effect: the memory ends when the policy's {@code remember} has passed
   *     since then, and must not have ended by now. A time ahead of the database's clock counts as
   *     now
   * @throws IllegalArgumentException if there are too few keys, or too many, or one is none
   */
  Remembrance remember(String consumer, Collection<String> keys, Instant at, OperatorContext by);

  /** The result of remembering identities. */
  sealed interface Remembrance {

    /**
     * All of them are remembered.
     *
     * @param added so many were not before
     * @param known so many were
     */
    record Added(int added, int known) implements Remembrance {}

    /** No application that ever started with this database has such a consumer. */
    record UnknownConsumer() implements Remembrance {}

    /**
     * The consumer does not look for claims.
     *
     * @param memory what its policy says instead, such as {@code strategy=natural}, or the name
     *     under which it goes on
     */
    record KeepsNoClaims(String memory) implements Remembrance {}

    /**
     * The memory of what took effect then is over: the next sweep would delete it.
     *
     * @param since what took effect since then is remembered, by the database's clock
     */
    record TooOld(Instant since) implements Remembrance {}

    /**
     * Some are claimed, and have not taken effect: a message of them is parked, or stored, or waits
     * for a version, or is in a route without a transaction. Decide these first, as one that is
     * released takes effect.
     *
     * @param keys of them, the first 100
     */
    record Undecided(List<String> keys) implements Remembrance {

      public Undecided {
        keys = List.copyOf(keys);
      }
    }
  }

  /** The result of forgetting an identity. */
  sealed interface ForgetResult {

    /** It is forgotten; the next delivery takes effect. */
    record Forgotten() implements ForgetResult {}

    /** It was not remembered; perhaps another operator was first. */
    record NotRemembered() implements ForgetResult {}
  }

  /** The result of erasing what is kept of an identity's messages. */
  sealed interface Erasure {

    /**
     * It is erased; the identity is still remembered, so that its duplicates are absorbed.
     *
     * @param rows in which there was something
     */
    record Erased(int rows) implements Erasure {}

    /** There was nothing to erase. */
    record Nothing() implements Erasure {}
  }

  /**
   * An obstacle that must be settled before an identity is forgotten, or its messages are erased.
   */
  sealed interface Obstacle extends ForgetResult, Erasure {

    /** A message waits for a person, or holds the claim; release or withdraw it first. */
    record Parked(long id) implements Obstacle {}

    /** Its message has not taken effect yet; first let it. */
    record Waiting(Underway where) implements Obstacle {}

    /**
     * Its external effects may still happen; withdraw or settle them first.
     *
     * @param intents the first of them, by destination, name and number; 100 at most
     */
    record IntentsOpen(List<IntentRecord> intents) implements Obstacle {}
  }
}
