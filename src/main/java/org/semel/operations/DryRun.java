// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.semel.internal.claim.ParkedMessage;
import org.semel.internal.intent.IntentState;
import org.semel.internal.receive.Receipt;
import org.semel.internal.receive.RivalInFlight;
import org.semel.internal.tx.Completion;
import org.semel.internal.tx.Completion.RolledBack;
import org.semel.internal.tx.Decision;
import org.semel.internal.tx.Transactions;
import org.semel.message.ParkingReason;
import org.semel.operations.PlanLeases.Item;
import org.semel.operations.ReplaySource.Taken;

/**
 * Tries messages of a plan in a transaction that is rolled back: they are taken off their shelf,
 * claimed and put in order as in earnest, one after the other, and no route is called. So the
 * answers are those that a replay would get.
 */
final class DryRun {

  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private final Function<PlanSource, ReplaySource> shelves;
  private final RuledReplay replaying;
  private final Records records;

  DryRun(Function<PlanSource, ReplaySource> shelves, RuledReplay replaying, Records records) {
    this.shelves = shelves;
    this.replaying = replaying;
    this.records = records;
  }

  /** Nothing can be told of the rest in this transaction. */
  private static final class Busy extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Item item;

    Busy(Item item, RivalInFlight why) {
      super(why);
      this.item = item;
    }
  }

  /**
   * What {@code page} would come to. A message that a rival holds spoils its transaction, so that
   * the others are tried again without it.
   */
  DryRunReport of(Plan plan, List<Item> page, Transactions transactions) {
    Completion<DryRunReport> tried =
        transactions.inNew(TIMEOUT, () -> Decision.discard(told(plan, page)));
    if (tried instanceof RolledBack<DryRunReport> rolledBack
        && rolledBack.cause() instanceof Busy busy) {
      List<Item> others = page.stream().filter(item -> !item.equals(busy.item)).toList();
      return of(plan, others, transactions).plus(DryRunReport.BUSY);
    }
    return OperatorTransactions.outcome(tried);
  }

  private DryRunReport told(Plan plan, List<Item> items) {
    if (plan.source().isOfIntents()) {
      return ofIntents(items);
    }
    ReplaySource shelf = shelves.apply(plan.source());
    return items.stream()
        .map(item -> told(shelf, item))
        .reduce(DryRunReport.NOTHING, DryRunReport::plus);
  }

  /** Nobody can tell what a provider will answer; only whether there is something to be done. */
  private DryRunReport ofIntents(List<Item> items) {
    List<UUID> keys = items.stream().flatMap(item -> item.intent().stream()).toList();
    long parked =
        records.intents(keys).stream().filter(found -> found.state() == IntentState.PARKED).count();
    return DryRunReport.ofIntents((int) parked, keys.size() - (int) parked);
  }

  private DryRunReport told(ReplaySource shelf, Item item) {
    Taken taken = shelf.take(item.id());
    if (taken instanceof Taken.Ready ready) {
      try {
        return told(shelf.act(), ready.stored());
      } catch (RivalInFlight rival) {
        throw new Busy(item, rival);
      }
    }
    ReleaseResult answer = ((Taken.Not) taken).answer();
    if (answer instanceof ReleaseResult.InHand) {
      return DryRunReport.BUSY;
    }
    if (answer instanceof ReleaseResult.Refused refused) {
      return refused.reason() == ParkingReason.GAP ? DryRunReport.EARLY : DryRunReport.REFUSED;
    }
    return DryRunReport.GONE;
  }

  /** What the policy forbids is refused, whatever else would become of it. */
  private DryRunReport told(Act act, ReplayableMessage stored) {
    return replaying.forbids(stored.consumer(), replaying.occasion(act, stored))
        ? DryRunReport.REFUSED
        : told(replaying.foresee(stored));
  }

  /** Every receipt there is. */
  private static DryRunReport told(Receipt receipt) {
    if (receipt instanceof Receipt.Processed || receipt instanceof Receipt.Stored) {
      return DryRunReport.FRESH;
    }
    if (receipt instanceof Receipt.Absorbed || receipt instanceof Receipt.Ignored) {
      return DryRunReport.ABSORBED;
    }
    if (receipt instanceof Receipt.Held) {
      return DryRunReport.EARLY;
    }
    ParkedMessage parked = ((Receipt.Parked) receipt).parked();
    return parked.verdict().reason() == ParkingReason.CONFLICT
        ? DryRunReport.CONFLICTING
        : DryRunReport.REFUSED;
  }
}
