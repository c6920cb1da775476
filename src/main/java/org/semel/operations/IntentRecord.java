// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.semel.message.Identity;

/**
 * An intent, as it stands in the table.
 *
 * @param key its idempotency key
 * @param cause whose effect it is
 * @param address where it goes
 * @param state where it stands
 * @param answers what the provider made of it
 * @param recorded when, by the database's clock
 */
public record IntentRecord(
    UUID key,
    Identity cause,
    Address address,
    IntentState state,
    Answers answers,
    Instant recorded) {

  /** Where it stands in a list. */
  public Position position() {
    return new Position(recorded, key);
  }

  /** How the audit names it. */
  public AuditEntry.Subject audited() {
    return new AuditEntry.Subject("intent " + key, Optional.of(cause));
  }

  /**
   * Where an intent goes.
   *
   * @param destination the name after {@code intent:}
   * @param ordinal 0 for the first intent of the cause to this destination, and of this name if it
   *     has one; 1 for the next
   * @param name what the route calls this intent
   */
  public record Address(String destination, int ordinal, Optional<String> name) {}

  /**
   * A place in a list of intents, which begins with the one that was recorded first.
   *
   * @param recorded when the intent was recorded that stands there
   * @param key that intent's
   */
  public record Position(Instant recorded, UUID key) {

    /** Before the first. */
    public static final Position START = new Position(Instant.EPOCH, new UUID(0, 0));
  }

  /**
   * What the provider made of an intent.
   *
   * @param attempts deliveries that were settled and count: the one that was accepted, and each
   *     failure that was the intent's own and not its destination's
   * @param reason why it is parked, if it is; the name of a {@link Reason}
   * @param last the last failure, if there was one: the status of an HTTP answer, the class of an
   *     exception, or a sentence of Semel's; it quotes no payload
   * @param reference what the provider calls the effect, if it said so
   * @param settled when it was delivered, parked or withdrawn
   */
  public record Answers(
      int attempts,
      Optional<String> reason,
      Optional<String> last,
      Optional<String> reference,
      Optional<Instant> settled) {}

  /** Why an intent is parked. The names stand in the database: never rename one. */
  public enum Reason {
    /** The provider said that it will never accept this. */
    REFUSED,
    /** It was not accepted as often as the policy allows. */
    ATTEMPTS_EXHAUSTED,
    /** It was sent, and nobody knows whether it took effect. Listed, never guessed. */
    OUTCOME_UNKNOWN
  }
}
