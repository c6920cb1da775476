// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.receive.ClaimedHandler;
import org.semel.internal.engine.receive.IdentifiedMessage;
import org.semel.internal.engine.receive.Occasion;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.RivalInFlight;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.rows.StoredMessages.Found;
import org.semel.internal.engine.receive.rows.StoredMessages.InboxEntry;
import org.semel.internal.engine.receive.rows.StoredMessages.Move;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Fingerprint;
import org.semel.message.Fingerprint.Agreement;
import org.semel.message.Identity;
import org.semel.message.ParkingReason;

/**
 * All are stored as they came, to be worked off later, and the workers are woken. If no claim was
 * made before, the stored row tells a message that comes again from another body under its
 * identity. A row that was refused as a conflict itself does not: its aggregate does, which knows
 * the body that took effect.
 */
public final class StoringHandler implements ClaimedHandler {

  private final ConsumerPolicy policy;
  private final StoredMessages messages;
  private final Transactions transactions;
  private final WakeUp arrivals;
  private final Optional<OldVersions> versions;

  /**
   * A handler for one consumer.
   *
   * @param arrivals wakes its workers
   * @param versions that took effect before, where they are kept in order
   */
  public StoringHandler(
      ConsumerPolicy policy,
      StoredMessages messages,
      Transactions transactions,
      WakeUp arrivals,
      Optional<OldVersions> versions) {
    this.policy = policy;
    this.messages = messages;
    this.versions = versions;
    this.transactions = transactions;
    this.arrivals = arrivals;
  }

  @Override
  public List<Receipt> handle(List<IdentifiedMessage> ours) {
    if (ours.isEmpty()) {
      return List.of();
    }
    Set<Identity> stored = new HashSet<>(messages.store(ours.stream().map(this::entry).toList()));
    transactions.afterCommit(arrivals::signal);
    List<Receipt> receipts = new ArrayList<>(ours.size());
    for (IdentifiedMessage one : ours) { // of several of one identity the first was stored
      receipts.add(
          stored.remove(one.identity())
              ? new Receipt.Deferred(one.identity(), one.message())
              : again(one));
    }
    return receipts;
  }

  private InboxEntry entry(IdentifiedMessage one) {
    return new InboxEntry(
        one.identity(),
        one.message(),
        policy.ordered().map(order -> Versions.Place.of(order, policy.name(), one.message())));
  }

  /**
   * The receipt of a message whose identity is stored already. If its row is gone, it was forgotten
   * just now, and the message can be stored the next time.
   */
  private Receipt again(IdentifiedMessage one) {
    Found found = messages.find(one.identity()).orElseThrow(() -> new RivalInFlight(policy.name()));
    Fingerprint recorded = policy.reading().fingerprint().of(found.leased().message());
    if (!found.erased() && recorded.with(one.offer().fingerprint()) == Agreement.DIFFERENT) {
      return versions
          .filter(any -> isRefused(found))
          .flatMap(old -> old.receipt(one))
          .orElseGet(() -> conflict(one, new Claim.Conflict(recorded, found.received())));
    }
    if (released(found)) {
      return new Receipt.Deferred(one.identity(), one.message());
    }
    if (one.offer().leavesTrace()) {
      messages.absorbed(one.identity());
    }
    return new Receipt.Duplicate(one.identity(), one.message());
  }

  /** Another body took effect than the one that is stored. */
  private static boolean isRefused(Found found) {
    return found.stage() == InboxStage.PARKED
        && found
            .leased()
            .history()
            .verdict()
            .filter(verdict -> verdict.reason().equals(ParkingReason.CONFLICT))
            .isPresent();
  }

  private Receipt conflict(IdentifiedMessage one, Claim.Conflict with) {
    IdentityEvidence evidence = IdentityEvidence.conflicting(one.offer(), with).holdingClaim();
    Verdict verdict =
        new Verdict(ParkingReason.CONFLICT, "another body is stored under its identity");
    return new Receipt.Parked(new ParkedMessage(policy.name(), one.message(), verdict, evidence));
  }

  /**
   * One that was parked, and that a person hands in again, is worked off again. A copy that its
   * queue delivers is not: that person may have withdrawn it, or not decided yet. Nor is one that
   * is empty by now, so that no route is handed nothing.
   */
  private boolean released(Found found) {
    return found.stage() == InboxStage.PARKED
        && !found.erased()
        && Occasion.now().isOfPerson()
        && messages.move(List.of(new Move(found.leased(), new StageChange.Released()))).isEmpty();
  }
}
