// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.semel.inbox.ParkedMessage;
import org.semel.intent.IntentState;
import org.semel.message.ParkingReason;
import org.semel.ops.Shelf.Taken;
import org.semel.ops.Turns.Item;
import org.semel.receive.Receipt;
import org.semel.receive.RivalInFlight;
import org.semel.tx.Completion;
import org.semel.tx.Completion.RolledBack;
import org.semel.tx.Decision;
import org.semel.tx.Transactions;

/**
 * Tries messages of a plan in a transaction that is rolled back: they are taken off their shelf,
 * claimed and put in order as in earnest, one after the other, and no route is called. So the
 * answers are those that a replay would get.
 */
final class Rehearsal {

  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private final Function<Source, Shelf> shelves;
  private final Replaying replaying;
  private final Records records;

  Rehearsal(Function<Source, Shelf> shelves, Replaying replaying, Records records) {
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
  Outlook of(Plan plan, List<Item> page, Transactions transactions) {
    Completion<Outlook> tried =
        transactions.inNew(TIMEOUT, () -> Decision.discard(told(plan, page)));
    if (tried instanceof RolledBack<Outlook> rolledBack
        && rolledBack.cause() instanceof Busy busy) {
      List<Item> others = page.stream().filter(item -> !item.equals(busy.item)).toList();
      return of(plan, others, transactions).plus(Outlook.BUSY);
    }
    return Desk.outcome(tried);
  }

  private Outlook told(Plan plan, List<Item> items) {
    if (plan.source().isOfIntents()) {
      return ofIntents(items);
    }
    Shelf shelf = shelves.apply(plan.source());
    return items.stream().map(item -> told(shelf, item)).reduce(Outlook.NOTHING, Outlook::plus);
  }

  /** Nobody can tell what a provider will answer; only whether there is something to be done. */
  private Outlook ofIntents(List<Item> items) {
    List<UUID> keys = items.stream().flatMap(item -> item.intent().stream()).toList();
    long parked =
        records.intents(keys).stream().filter(found -> found.state() == IntentState.PARKED).count();
    return Outlook.ofIntents((int) parked, keys.size() - (int) parked);
  }

  private Outlook told(Shelf shelf, Item item) {
    Taken taken = shelf.take(item.id());
    if (taken instanceof Taken.Ready ready) {
      try {
        return told(shelf.act(), ready.stored());
      } catch (RivalInFlight rival) {
        throw new Busy(item, rival);
      }
    }
    Release answer = ((Taken.Not) taken).answer();
    if (answer instanceof Release.InHand) {
      return Outlook.BUSY;
    }
    if (answer instanceof Release.Refused refused) {
      return refused.reason() == ParkingReason.GAP ? Outlook.EARLY : Outlook.REFUSED;
    }
    return Outlook.GONE;
  }

  /** What the policy forbids is refused, whatever else would become of it. */
  private Outlook told(Act act, Stored stored) {
    return replaying.forbids(stored.consumer(), replaying.occasion(act, stored))
        ? Outlook.REFUSED
        : told(replaying.foresee(stored));
  }

  /** Every receipt there is. */
  private static Outlook told(Receipt receipt) {
    if (receipt instanceof Receipt.Processed || receipt instanceof Receipt.Stored) {
      return Outlook.FRESH;
    }
    if (receipt instanceof Receipt.Absorbed || receipt instanceof Receipt.Ignored) {
      return Outlook.ABSORBED;
    }
    if (receipt instanceof Receipt.Held) {
      return Outlook.EARLY;
    }
    ParkedMessage parked = ((Receipt.Parked) receipt).parked();
    return parked.verdict().reason() == ParkingReason.CONFLICT
        ? Outlook.CONFLICTING
        : Outlook.REFUSED;
  }
}
