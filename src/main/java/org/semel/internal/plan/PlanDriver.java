// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.semel.internal.operate.Destinations;
import org.semel.internal.operate.OperatorTransactions;
import org.semel.internal.operate.PlanLeaseLost;
import org.semel.internal.plan.PlanLeases.Item;
import org.semel.internal.plan.PlanLeases.PlanLease;
import org.semel.internal.receive.Replayer;
import org.semel.internal.replay.MessageReplay;
import org.semel.internal.tx.Decision;
import org.semel.operations.AuditEntry;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.OperatorContext;
import org.semel.operations.Plan;
import org.semel.operations.ReleaseResult;
import org.semel.operations.Selection;

/**
 * Works on running plans, round after round; any node may. Each message is a release of its own,
 * and what became of it is written in the same transaction, so that a crash loses nothing and
 * repeats nothing. Rounds begin with one message and grow, and do so again when a plan was resumed;
 * how long the plan rests after a round follows from its rate, and stands in the table. A message
 * that is busy or unavailable is tried again, and counts as failed after many tries. For intents
 * see {@link IntentRounds}.
 */
public final class PlanDriver {

  private static final int[] RAMP = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000};

  private static final Duration SLACK = Duration.ofMinutes(1);
  private static final Duration PAUSE = Duration.ofSeconds(5);

  /**
   * Of a message that is busy or unavailable: with the pauses between them they last two minutes.
   */
  private static final int TRIES = 24;

  private final OperatorTransactions transactions;
  private final PlanLeases leases;
  private final Function<Plan.Source, MessageReplay> replays;
  private final Replayer replayer;
  private final IntentRounds intents;
  private final Destinations destinations;

  public PlanDriver(
      OperatorTransactions transactions,
      PlanLeases leases,
      Function<Plan.Source, MessageReplay> replays,
      Replayer replayer,
      IntentRounds intents,
      Destinations destinations) {
    this.transactions = transactions;
    this.leases = leases;
    this.replays = replays;
    this.replayer = replayer;
    this.intents = intents;
    this.destinations = destinations;
  }

  /** What a round came to. */
  public sealed interface Round {

    /** No plan was there to work on. */
    record NoPlan() implements Round {}

    /** Some messages were handed in; the plan stands in {@code state} now. */
    record Worked(Plan plan, Plan.State state) implements Round {}

    /** The plan was halted, or another node took it over. */
    record Superseded(Plan plan) implements Round {}
  }

  /**
   * Makes one round of one plan, if there is one to work on.
   *
   * @throws org.semel.SemelException if the database could not be had
   */
  public Round round() {
    Optional<PlanLease> taken =
        transactions.act(() -> Decision.commit(leases.take(owners(), leaseTime())));
    if (taken.isEmpty()) {
      return new Round.NoPlan();
    }
    try {
      return work(taken.get());
    } catch (PlanLeaseLost lost) {
      return new Round.Superseded(taken.get().plan());
    }
  }

  /** The consumers and destinations whose plans can be worked on here. */
  private List<String> owners() {
    return Stream.concat(
            replayer.consumers().stream(),
            destinations.all().stream().map(place -> Selection.owner(place.name())))
        .toList();
  }

  /** A round before may have been cut off, by a message that was busy or by its node's end. */
  private Round work(PlanLease lease) {
    if (tooMany(lease.run().failed(), lease, 0)) {
      return end(lease, Plan.State.STOPPED, Duration.ZERO);
    }
    Plan plan = lease.plan();
    int size = Math.min(RAMP[Math.min(lease.run().round(), RAMP.length - 1)], plan.pace().rate());
    List<Item> items = transactions.ask(() -> leases.next(lease, size));
    return plan.source().isOfIntents() ? intents(lease, items) : messages(lease, items);
  }

  private Round intents(PlanLease lease, List<Item> items) {
    IntentRounds.Tally tally = intents.hand(lease, items, leaseTime());
    int errors = lease.run().failed() + tally.errors();
    return tally.waits() && !tooMany(errors, lease, tally.done())
        ? end(lease, Plan.State.RUNNING, IntentRounds.REST)
        : judged(lease, tally.done(), errors);
  }

  private Round messages(PlanLease lease, List<Item> items) {
    int done = 0;
    int errors = lease.run().failed();
    for (Item item : items) {
      Optional<ItemEnd> end = item(lease, item);
      if (end.isEmpty() && done == 0 && lease.run().stalls() + 1 >= TRIES) {
        end = Optional.of(settle(lease, item, ItemEnd.FAILED));
      }
      if (end.isEmpty()) {
        return end(lease, Plan.State.RUNNING, PAUSE);
      }
      done++;
      errors += end.get().isError() ? 1 : 0;
    }
    return judged(lease, done, errors);
  }

  /** What the plan is to do after a round in which all that was tried was handed in. */
  private Round judged(PlanLease lease, int done, int errors) {
    Plan plan = lease.plan();
    if (tooMany(errors, lease, done)) {
      return end(lease, Plan.State.STOPPED, Duration.ZERO);
    }
    return plan.progress().done() + done == plan.progress().size()
        ? end(lease, Plan.State.DONE, Duration.ZERO)
        : end(lease, Plan.State.RUNNING, Duration.ofMillis(done * 1_000L / plan.pace().rate()));
  }

  private static boolean tooMany(int errors, PlanLease lease, int done) {
    int share = lease.plan().pace().errorShare();
    return errors * 100L > share * (long) (lease.run().done() + done);
  }

  /** Empty if the message is busy or unavailable. */
  private Optional<ItemEnd> item(PlanLease lease, Item item) {
    ReleaseResult release =
        replays
            .apply(lease.plan().source())
            .replay(
                item.id(),
                item.seen(),
                lease.plan().by(),
                outcome -> leases.settle(lease, item, ItemEnd.of(outcome), leaseTime()));
    if (release instanceof ReleaseResult.Unavailable
        || release instanceof ReleaseResult.Busy
        || release instanceof ReleaseResult.Elsewhere) {
      return Optional.empty();
    }
    ItemEnd end = ItemEnd.of(release);
    boolean settled = end != ItemEnd.GONE && end != ItemEnd.REFUSED;
    return Optional.of(settled ? end : settle(lease, item, end));
  }

  private ItemEnd settle(PlanLease lease, Item item, ItemEnd end) {
    return transactions.act(
        () -> {
          leases.settle(lease, item, end, leaseTime());
          return Decision.commit(end);
        });
  }

  /** Longer than any message's transaction may last. */
  private Duration leaseTime() {
    return replayer.consumers().stream()
        .flatMap(consumer -> replayer.timeout(consumer).stream())
        .max(Duration::compareTo)
        .orElse(Duration.ZERO)
        .plus(SLACK);
  }

  private Round end(PlanLease lease, Plan.State state, Duration rest) {
    Plan plan = lease.plan();
    boolean ours =
        transactions.act(
            () -> {
              boolean ended = leases.end(lease, state, rest);
              if (ended && state != Plan.State.RUNNING) {
                OperatorContext itself = new OperatorContext("semel", "the plan went on by itself");
                transactions.write(
                    new AuditEntry(itself, Act.END_PLAN, plan.audited(), state.word()));
              }
              return Decision.commit(ended);
            });
    return ours ? new Round.Worked(plan, state) : new Round.Superseded(plan);
  }
}
