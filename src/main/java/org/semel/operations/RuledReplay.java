// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.semel.internal.claim.Offer;
import org.semel.internal.intent.Intent;
import org.semel.internal.receive.Occasion;
import org.semel.internal.receive.Receipt;
import org.semel.internal.receive.Replayer;
import org.semel.internal.receive.Replayer.Replayed;
import org.semel.message.Identity;

/** Hands stored messages to their consumers again, under the consumer's rule. */
final class RuledReplay {

  /** What the audit says of an identity that had taken effect. */
  static final String FORGOTTEN = "forgotten";

  private static final int ACTS = 1_000;

  private final Replayer replayer;
  private final Function<String, ReplayRule> rules;
  private final Records records;
  private final Audit audit;

  RuledReplay(Replayer replayer, Function<String, ReplayRule> rules, Records records, Audit audit) {
    this.replayer = replayer;
    this.rules = rules;
    this.records = records;
    this.audit = audit;
  }

  /**
   * What handing {@code stored} over would be, if it takes effect. What is parked has not taken
   * effect; but a copy of it may have, whose identity a person has forgotten since. Joins the
   * caller's transaction.
   *
   * @param act as which it would stand in the audit
   */
  Occasion occasion(Act act, ReplayableMessage stored) {
    boolean repeat = act == Act.REPLAY || identity(stored).filter(this::tookEffect).isPresent();
    return repeat ? Occasion.REPLAY : Occasion.RELEASE;
  }

  private Optional<Identity> identity(ReplayableMessage stored) {
    return stored
        .subject()
        .identity()
        .or(() -> replayer.offer(stored.consumer(), stored.message()).map(Offer::identity));
  }

  /** An identity that is remembered is absorbed in any case; only of the others this is asked. */
  private boolean tookEffect(Identity identity) {
    return audit.of(identity, ACTS).stream()
        .map(Audit.Line::entry)
        .anyMatch(entry -> entry.act() == Act.FORGET && entry.outcome().equals(FORGOTTEN));
  }

  /** A rule is about repeats. What takes effect for the first time is none. */
  boolean forbids(String consumer, Occasion occasion) {
    return occasion.isRepeat() && rules.apply(consumer) == ReplayRule.FORBIDDEN;
  }

  /** How long the transaction may last; empty if the consumer does not run here. */
  Optional<Duration> timeout(String consumer) {
    return replayer.timeout(consumer);
  }

  /** In the caller's transaction, which must roll back; see {@link Replayer#foresee}. */
  Receipt foresee(ReplayableMessage stored) {
    return replayer.foresee(stored.consumer(), stored.message());
  }

  /** In the caller's transaction; see {@link Replayer#replay}. */
  Replayed replay(ReplayableMessage stored, Occasion occasion) {
    String consumer = stored.consumer();
    return replayer.replay(consumer, stored.message(), occasion, unwanted(consumer, occasion));
  }

  /**
   * An intent that is recorded already, of an effect that was forgotten, would be refused by its
   * key; it is as good as recorded.
   */
  private Predicate<Intent> unwanted(String consumer, Occasion occasion) {
    return occasion.isRepeat() && rules.apply(consumer) == ReplayRule.WITHOUT_INTENTS
        ? intent -> true
        : intent -> !records.intents(List.of(intent.key())).isEmpty();
  }
}
