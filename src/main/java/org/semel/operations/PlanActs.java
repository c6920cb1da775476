// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.semel.internal.tx.Decision;
import org.semel.operations.PlanLeases.Item;
import org.semel.operations.PlanLeases.Stint;
import org.semel.operations.PlanLeases.Turn;
import org.semel.operations.Plans.Made;
import org.semel.operations.Plans.Moved;

/**
 * Replaying many parked messages, or acting on many parked intents, by a plan: freeze it, rehearse
 * it, start it. Nodes then work on it, and it can be paused, resumed and withdrawn at any time. If
 * two operators act at once, one succeeds and the other is told.
 */
public final class PlanActs {

  private static final int PAGE = 200;

  private final OperatorTransactions desk;
  private final Plans plans;
  private final PlanLeases turns;
  private final DryRun rehearsal;
  private final Records records;

  PlanActs(
      OperatorTransactions desk, Plans plans, PlanLeases turns, DryRun rehearsal, Records records) {
    this.desk = desk;
    this.plans = plans;
    this.turns = turns;
    this.rehearsal = rehearsal;
    this.records = records;
  }

  /** Fixes the plan's messages or intents; nothing is done to them yet. */
  public Made freeze(Selection selection, Plan.Pace pace, OperatorContext by) {
    return desk.act(
        () -> {
          Made made = plans.freeze(selection, pace, by);
          if (!(made instanceof Made.Frozen frozen)) {
            return Decision.discard(made instanceof Made.Empty ? empty(selection) : made);
          }
          Plan plan = frozen.plan();
          String what = plan.source().isOfIntents() ? " intents" : " messages";
          write(plan, by, Act.PLAN, plan.progress().size() + what);
          return Decision.commit(made);
        });
  }

  private Made empty(Selection selection) {
    return !selection.source().isOfIntents()
            && ConsumerName.of(selection.consumer(), records.consumers())
                instanceof ConsumerName.NoSuch noSuch
        ? new Made.NoSuchConsumer(noSuch.known())
        : new Made.Empty();
  }

  /**
   * What the plan would achieve if no route failed; empty if there is no such plan. Its consumer
   * must run in this application; intents are only counted. Holds the claims of up to 200 messages
   * for a moment; messages further apart in the plan are not compared with each other.
   *
   * @throws IllegalStateException if the consumer does not run here
   */
  public Optional<DryRunReport> rehearse(long id) {
    return find(id).map(this::rehearse);
  }

  private DryRunReport rehearse(Plan plan) {
    DryRunReport whole = DryRunReport.NOTHING;
    List<Item> items =
        desk.look(() -> turns.next(new Turn(plan, 0, Stint.NEW), plan.progress().size()));
    for (int from = 0; from < items.size(); from += PAGE) {
      List<Item> page = items.subList(from, Math.min(items.size(), from + PAGE));
      whole = whole.plus(rehearsal.of(plan, page, desk.transactions()));
    }
    return whole;
  }

  /** Lets nodes begin. */
  public Moved start(long id, OperatorContext by) {
    return move(id, EnumSet.of(Plan.State.FROZEN), Plan.State.RUNNING, by, Act.START_PLAN);
  }

  /**
   * Pauses it. A message that is being replayed is undone, or was done before. An intent that was
   * made due stays due.
   */
  public Moved pause(long id, OperatorContext by) {
    return move(id, EnumSet.of(Plan.State.RUNNING), Plan.State.PAUSED, by, Act.PAUSE_PLAN);
  }

  /**
   * Continues after a pause, or after the plan stopped by itself: with one message at first. Only
   * failures from now on may stop it again.
   */
  public Moved resume(long id, OperatorContext by) {
    return move(
        id,
        EnumSet.of(Plan.State.PAUSED, Plan.State.STOPPED),
        Plan.State.RUNNING,
        by,
        Act.RESUME_PLAN);
  }

  /** Withdraws it; replayed messages stay replayed, and the others still wait. */
  public Moved withdraw(long id, OperatorContext by) {
    return move(
        id,
        EnumSet.of(Plan.State.FROZEN, Plan.State.RUNNING, Plan.State.PAUSED, Plan.State.STOPPED),
        Plan.State.WITHDRAWN,
        by,
        Act.WITHDRAW_PLAN);
  }

  /**
   * The highest number among a plan's messages, behind which the next plan begins; see {@link
   * Selection#beyond}. Empty if there is no such plan, or its messages are not kept any more.
   */
  public Optional<Long> last(long id) {
    return desk.look(() -> plans.last(id));
  }

  /** The plan of this number. */
  public Optional<Plan> find(long id) {
    return desk.look(() -> plans.find(id));
  }

  /** The latest plans, newest first. */
  public List<Plan> latest(int most) {
    return desk.look(() -> plans.latest(most));
  }

  private Moved move(
      long id, EnumSet<Plan.State> from, Plan.State to, OperatorContext by, Act act) {
    return desk.act(
        () -> {
          Moved moved = plans.move(id, from, to);
          if (!(moved instanceof Moved.Now now)) {
            return Decision.discard(moved);
          }
          Plan.Progress progress = now.plan().progress();
          write(now.plan(), by, act, progress.done() + " of " + progress.size() + " done");
          return Decision.commit(moved);
        });
  }

  private void write(Plan plan, OperatorContext by, Act act, String outcome) {
    desk.audit().write(new AuditEntry(by, act, plan.subject(), outcome));
  }
}
