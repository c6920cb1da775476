// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.desk.operate.act.PlanLeaseLost;
import org.semel.internal.desk.operate.plan.PlanLeases.Item;
import org.semel.internal.desk.operate.plan.PlanLeases.PlanLease;
import org.semel.internal.desk.operate.replay.MessageReplay;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.send.Destinations;
import org.semel.internal.engine.tx.Decision;
import org.semel.operations.AuditEntry;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.OperatorContext;
import org.semel.operations.Plan;
import org.semel.operations.Selection;

/**
 * Works on running plans, round after round; any node may. What became of a message or an intent is
 * written in the transaction of the act, so that a crash loses nothing and repeats nothing. Rounds
 * begin with one message and grow, and do so again when a plan was resumed; how long the plan rests
 * after a round follows from its rate, and stands in the table. What a round does stands in {@link
 * MessageRounds} and {@link IntentRounds}.
 */
public final class PlanDriver {

  private static final int[] RAMP = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000};

  private static final Duration SLACK = Duration.ofMinutes(1);

  private final OperatorTransactions transactions;
  private final PlanLeases leases;
  private final Replayer replayer;
  private final MessageRounds messages;
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
    this.replayer = replayer;
    this.messages = new MessageRounds(transactions, leases, replays);
    this.intents = intents;
    this.destinations = destinations;
  }

  /** The result of a round. */
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
    RoundTally tally =
        plan.source().isOfIntents()
            ? intents.hand(lease, items, leaseTime())
            : messages.hand(lease, items, leaseTime());
    int errors = lease.run().failed() + tally.errors();
    return tally.rest().isPresent() && !tooMany(errors, lease, tally.done())
        ? end(lease, Plan.State.RUNNING, tally.rest().get())
        : judged(lease, tally.done(), errors);
  }

  /**
   * What the plan is to do after a round in which all that was tried came to its end, or too much
   * of it to a bad one.
   */
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
