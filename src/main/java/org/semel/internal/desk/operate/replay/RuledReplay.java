// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.replay;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.semel.internal.desk.operate.audit.Audit;
import org.semel.internal.desk.operate.identities.AuditedIdentities;
import org.semel.internal.desk.operate.identities.Records;
import org.semel.internal.engine.receive.Occasion;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.receive.Replayer.Replayed;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.send.BufferedIntents;
import org.semel.internal.engine.send.Intent;
import org.semel.message.Identity;
import org.semel.operations.AuditEntry.Act;

/** Hands stored messages to their consumers again, under the consumer's rule. */
public final class RuledReplay {

  private final Replayer replayer;
  private final Function<String, ReplayRule> rules;
  private final Records records;
  private final Audit audit;

  public RuledReplay(
      Replayer replayer, Function<String, ReplayRule> rules, Records records, Audit audit) {
    this.replayer = replayer;
    this.rules = rules;
    this.records = records;
    this.audit = audit;
  }

  /** The consumers that run here. */
  public Replayer replayer() {
    return replayer;
  }

  /**
   * What handing {@code replayed} over would be, if it takes effect. What is parked has not taken
   * effect; but a copy of it may have, whose identity a person has forgotten since. Joins the
   * caller's transaction.
   */
  Occasion occasion(ReplayableMessage replayed) {
    boolean repeat = replayed.isKept() || tookEffect(identities(replayed));
    return repeat ? Occasion.REPLAY : Occasion.RELEASE;
  }

  /**
   * As which it was parked, and as which it would take effect now: its consumer may identify
   * messages otherwise since.
   */
  private Set<Identity> identities(ReplayableMessage replayed) {
    return Stream.of(
            replayed.subject().identity(),
            replayer.offer(replayed.consumer(), replayed.message()).map(Offer::identity))
        .flatMap(Optional::stream)
        .collect(Collectors.toSet());
  }

  /** An identity that is remembered is absorbed in any case; only of the others this is asked. */
  private boolean tookEffect(Set<Identity> identities) {
    return !audit.among(identities, Act.FORGET, AuditedIdentities.FORGOTTEN).isEmpty();
  }

  /** A rule is about repeats. What takes effect for the first time is none. */
  boolean forbids(String consumer, Occasion occasion) {
    return occasion.isRepeat() && rules.apply(consumer) == ReplayRule.FORBIDDEN;
  }

  /**
   * Whether this receipt must not stand. What is stored records its intents later, when no one
   * knows any more that they went out under another identity: they would go out again.
   */
  boolean forbids(ReplayableMessage replayed, Occasion occasion, Receipt receipt) {
    return receipt instanceof Receipt.Deferred
        && occasion.isRepeat()
        && former(replayed).isPresent();
  }

  /** How long the transaction may last; empty if the consumer does not run here. */
  Optional<Duration> timeout(String consumer) {
    return replayer.timeout(consumer);
  }

  /** In the caller's transaction, which must roll back; see {@link Replayer#foresee}. */
  Receipt foresee(ReplayableMessage replayed) {
    return remembered(replayed).orElseGet(() -> replayer.foresee(replayed.handedIn()));
  }

  /** In the caller's transaction; see {@link Replayer#replay}. */
  Replayed replay(ReplayableMessage replayed, Occasion occasion) {
    return remembered(replayed)
        .map(absorbed -> new Replayed(absorbed, 0))
        .orElseGet(
            () -> replayer.replay(replayed.handedIn(), occasion, unwanted(replayed, occasion)));
  }

  /** Its effect is remembered, under an identity that its consumer would not find any more. */
  private Optional<Receipt> remembered(ReplayableMessage replayed) {
    return former(replayed)
        .filter(identity -> replayed.isKept() && records.claim(identity).isPresent())
        .map(identity -> new Receipt.Duplicate(identity, replayed.message()));
  }

  /** What identified it, if its consumer identifies it by something else since. */
  private Optional<Identity> former(ReplayableMessage replayed) {
    Optional<Identity> now =
        replayer.offer(replayed.consumer(), replayed.message()).map(Offer::identity);
    return replayed
        .subject()
        .identity()
        .filter(identity -> now.isPresent() && !identity.equals(now.get()));
  }

  /**
   * An intent that is recorded already, of an effect that was forgotten, would be refused by its
   * key; it is as good as recorded. Under another identity it would have another key.
   */
  private Predicate<Intent> unwanted(ReplayableMessage replayed, Occasion occasion) {
    boolean withoutIntents = rules.apply(replayed.consumer()) == ReplayRule.WITHOUT_INTENTS;
    return occasion.isRepeat() && (withoutIntents || former(replayed).isPresent())
        ? BufferedIntents.EVERY
        : intent -> !records.intents(List.of(intent.key())).isEmpty();
  }
}
