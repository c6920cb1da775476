// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.semel.SemelException;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.desk.operate.plan.PlanLeases.Item;
import org.semel.internal.desk.operate.plan.PlanLeases.PlanLease;
import org.semel.internal.desk.operate.replay.InSameTransaction;
import org.semel.internal.desk.operate.replay.MessageReplay;
import org.semel.internal.engine.tx.Decision;
import org.semel.operations.Plan;
import org.semel.operations.ReleaseResult;

/**
 * Hands in the messages of a plan, each by a release of its own, in whose transaction stands what
 * became of it. One that is only stored is done when a worker of its consumer has come to its end
 * with it, so that a plan knows the end of its first one before it hands in others. One that is
 * busy or unavailable is tried again, and counts as failed after many tries.
 */
final class MessageRounds {

  private static final Duration PAUSE = Duration.ofSeconds(5);

  /**
   * Of a message that is busy or unavailable: with the pauses between them they last two minutes.
   */
  private static final int TRIES = 24;

  private final OperatorTransactions transactions;
  private final PlanLeases leases;
  private final Function<Plan.Source, MessageReplay> replays;

  MessageRounds(
      OperatorTransactions transactions,
      PlanLeases leases,
      Function<Plan.Source, MessageReplay> replays) {
    this.transactions = transactions;
    this.leases = leases;
    this.replays = replays;
  }

  /** The turn of a message, and how far it has come. */
  private sealed interface Turn {

    /** It is at its end, and the plan's row says so. */
    record Over(ItemEnd end) implements Turn {}

    /** It is stored, and its end is awaited. */
    record Stored() implements Turn {}

    /** It could not be had. */
    record Busy() implements Turn {}
  }

  /** Hands messages in, or reads what has become of them, up to one that cannot be had. */
  RoundTally hand(PlanLease lease, List<Item> items, Duration life) {
    RoundTally tally = RoundTally.NOTHING;
    for (Item item : items) {
      Turn turn = item.begun() ? look(lease, item, life) : handIn(lease, item, life);
      if (turn instanceof Turn.Busy && isLastTry(lease, tally)) {
        turn = settle(lease, item, ItemEnd.FAILED, life);
      }
      if (turn instanceof Turn.Busy) {
        return tally.resting(PAUSE);
      }
      tally = turn instanceof Turn.Over over ? tally.with(over.end()) : tally.awaiting();
    }
    return tally;
  }

  /** Tries are counted only while nothing else of the plan moves or is awaited. */
  private static boolean isLastTry(PlanLease lease, RoundTally before) {
    return before.equals(RoundTally.NOTHING) && lease.run().stalls() + 1 >= TRIES;
  }

  private Turn look(PlanLease lease, Item item, Duration life) {
    Optional<ItemEnd> end =
        RoundTally.isLastLook(lease)
            ? item.end().or(() -> Optional.of(ItemEnd.FAILED))
            : item.end();
    return end.map(one -> settle(lease, item, one, life)).orElseGet(Turn.Stored::new);
  }

  /** One that cannot even be read has failed, or no other would ever have its turn. */
  private Turn handIn(PlanLease lease, Item item, Duration life) {
    try {
      return released(lease, item, life);
    } catch (SemelException e) {
      if (transactions.failsAgain(e)) {
        return settle(lease, item, ItemEnd.FAILED, life);
      }
      throw e;
    }
  }

  private Turn released(PlanLease lease, Item item, Duration life) {
    Plan plan = lease.plan();
    InSameTransaction noting = release -> note(lease, item, release, life);
    ReleaseResult release =
        replays.apply(plan.source()).replay(item.id(), item.seen(), plan.by(), noting);
    if (release instanceof ReleaseResult.Unavailable
        || release instanceof ReleaseResult.Busy
        || release instanceof ReleaseResult.Elsewhere) {
      return new Turn.Busy();
    }
    if (release instanceof ReleaseResult.Stored) {
      return new Turn.Stored();
    }
    ItemEnd end = ItemEnd.of(release);
    boolean settled = end != ItemEnd.GONE && end != ItemEnd.REFUSED;
    return settled ? new Turn.Over(end) : settle(lease, item, end, life);
  }

  private void note(PlanLease lease, Item item, ReleaseResult release, Duration life) {
    if (release instanceof ReleaseResult.Stored stored) {
      leases.begin(lease, item, Optional.of(stored.identity()), life);
    } else {
      leases.settle(lease, item, ItemEnd.of(release), life);
    }
  }

  private Turn settle(PlanLease lease, Item item, ItemEnd end, Duration life) {
    return transactions.act(
        () -> {
          leases.settle(lease, item, end, life);
          return Decision.commit(new Turn.Over(end));
        });
  }
}
