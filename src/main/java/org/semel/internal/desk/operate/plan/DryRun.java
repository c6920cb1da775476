// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.plan;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.desk.operate.plan.PlanLeases.Item;
import org.semel.internal.desk.operate.replay.Forecast;
import org.semel.internal.desk.operate.replay.MessageReplay;
import org.semel.internal.engine.receive.RivalInFlight;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.operations.DryRunReport;
import org.semel.operations.Plan;

/**
 * Tries messages of a plan in a transaction that is rolled back: they are taken from their table,
 * claimed and put in order as in a replay, one after the other, and no route is called. So the
 * answers are those that a replay would get.
 */
public final class DryRun {

  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final DryRunReport ONE_BUSY = new DryRunReport(0, 0, 0, 0, 0, 0, 1);

  private final OperatorTransactions transactions;
  private final Function<Plan.Source, MessageReplay> replays;

  public DryRun(OperatorTransactions transactions, Function<Plan.Source, MessageReplay> replays) {
    this.transactions = transactions;
    this.replays = replays;
  }

  /** Another transaction holds the identity of {@code item}; this one must roll back. */
  private static final class HeldByRival extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Item item;

    HeldByRival(Item item, RivalInFlight why) {
      super(why);
      this.item = item;
    }
  }

  /**
   * What {@code page} would come to. A message that a rival holds spoils its transaction, so that
   * the others are tried again without it.
   */
  public DryRunReport of(Plan plan, List<Item> page) {
    Completion<DryRunReport> tried =
        transactions.inNew(
            TIMEOUT, () -> Decision.discard(ofMessages(replays.apply(plan.source()), page)));
    if (tried.fault().orElse(null) instanceof HeldByRival held) {
      List<Item> others = page.stream().filter(item -> !item.equals(held.item)).toList();
      return of(plan, others).plus(ONE_BUSY);
    }
    return OperatorTransactions.outcome(tried);
  }

  private static DryRunReport ofMessages(MessageReplay replay, List<Item> items) {
    Map<Forecast, Integer> counts = new EnumMap<>(Forecast.class);
    items.forEach(item -> counts.merge(foresee(replay, item), 1, Integer::sum));
    return new DryRunReport(
        counts.getOrDefault(Forecast.FRESH, 0),
        counts.getOrDefault(Forecast.ABSORBED, 0),
        counts.getOrDefault(Forecast.CONFLICTING, 0),
        counts.getOrDefault(Forecast.EARLY, 0),
        counts.getOrDefault(Forecast.REFUSED, 0),
        counts.getOrDefault(Forecast.GONE, 0),
        counts.getOrDefault(Forecast.BUSY, 0));
  }

  private static Forecast foresee(MessageReplay replay, Item item) {
    try {
      return replay.foresee(item.id(), item.seen());
    } catch (RivalInFlight rival) {
      throw new HeldByRival(item, rival);
    }
  }
}
