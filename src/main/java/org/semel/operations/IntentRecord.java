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
 * @param version another one whenever anything about the intent has changed; see {@link RowVersion}
 */
public record IntentRecord(
    UUID key,
    Identity cause,
    Address address,
    IntentState state,
    Answers answers,
    Instant recorded,
    long version) {

  /** The position in the list of intents in its state; see {@link IntentActs#list}. */
  public Position position() {
    return new Position(
        switch (state) {
          case PENDING, LEASED -> answers.sending().due().orElse(recorded);
          case PARKED -> recorded;
          case DELIVERED, WITHDRAWN -> answers.settled().orElse(recorded);
        },
        key);
  }

  /** The subject by which the audit names it. */
  public AuditEntry.Subject audited() {
    return new AuditEntry.Subject("intent " + key, Optional.of(cause));
  }

  /**
   * The address of an intent.
   *
   * @param destination the name after {@code intent:}
   * @param ordinal 0 for the first intent of the cause to this destination, and of this name if it
   *     has one; 1 for the next
   * @param name what the route calls this intent
   */
  public record Address(String destination, int ordinal, Optional<String> name) {}

  /**
   * A place in a list of intents of one state.
   *
   * @param at the time by which the list is sorted, of the intent that stands there
   * @param key that intent's
   */
  public record Position(Instant at, UUID key) {

    /** Before the first parked one. */
    public static final Position START = new Position(Instant.EPOCH, new UUID(0, 0));
  }

  /**
   * The provider's answers to an intent.
   *
   * @param attempts what was settled and counts: what ended it, and each failure that was the
   *     intent's own and not its destination's. Most are deliveries; a question to the provider is
   *     one, too, and so is its answer that it has taken effect
   * @param reason why it is parked, if it is; the name of a {@link Reason}
   * @param last the last failure, if there was one: the status of an HTTP answer, the class of an
   *     exception, or a sentence of Semel's; it quotes no payload
   * @param reference what the provider calls the effect, if it said so
   * @param settled when it was delivered, parked or withdrawn
   * @param sending what is known of a delivery that no one has answered
   */
  public record Answers(
      int attempts,
      Optional<String> reason,
      Optional<String> last,
      Optional<String> reference,
      Optional<Instant> settled,
      Sending sending) {}

  /**
   * The knowledge of a delivery that no one has answered.
   *
   * @param due pending: it is not sent before then; leased: until then a relay holds it, unless it
   *     holds it longer; empty for all others
   * @param uncertain whether no one knows if it took effect: a delivery was not answered, or is
   *     under way, or a person had it sent again when that was so; never of one that was delivered
   */
  public record Sending(Optional<Instant> due, boolean uncertain) {}

  /**
   * The reasons for which an intent is parked. The names stand in the database: never rename one.
   */
  public enum Reason {
    /** The provider said that it will never accept this. */
    REFUSED,
    /** It was not accepted as often as the policy allows. */
    ATTEMPTS_EXHAUSTED,
    /** It was sent, and no one knows whether it took effect. Listed, never guessed. */
    OUTCOME_UNKNOWN
  }
}
