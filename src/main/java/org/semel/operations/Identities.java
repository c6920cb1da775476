// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.List;
import org.semel.message.Identity;

/** Looking up one identity, forgetting it, and erasing what is kept of its messages. */
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
