// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.plan;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.desk.operate.identities.Records;
import org.semel.internal.desk.operate.plan.PlanLeases.Item;
import org.semel.internal.desk.operate.plan.PlanLeases.PlanLease;
import org.semel.internal.desk.operate.plan.PlanLeases.PlanRun;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.tx.Decision;
import org.semel.operations.AuditEntry;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.ConsumerName;
import org.semel.operations.DryRunReport;
import org.semel.operations.OperatorContext;
import org.semel.operations.Plan;
import org.semel.operations.PlanActs;
import org.semel.operations.PlanActs.ApprovalResult;
import org.semel.operations.PlanActs.Made;
import org.semel.operations.PlanActs.PlanTransition;
import org.semel.operations.PlanItem;
import org.semel.operations.PlanItem.PlanContents;
import org.semel.operations.Selection;

/** Acts upon plans, each with its entry of the audit. */
public final class AuditedPlanActs implements PlanActs {

  private static final int PAGE = 200;
  private static final int MOST_GROUPS = 100;

  private final OperatorTransactions transactions;
  private final Plans plans;
  private final PlanLeases leases;
  private final DryRun dryRun;
  private final Records records;

  public AuditedPlanActs(
      OperatorTransactions transactions,
      Plans plans,
      PlanLeases leases,
      DryRun dryRun,
      Records records) {
    this.transactions = transactions;
    this.plans = plans;
    this.leases = leases;
    this.dryRun = dryRun;
    this.records = records;
  }

  @Override
  public Made freeze(Selection selection, Plan.Pace pace, OperatorContext by) {
    requireDestination(selection);
    return transactions.act(
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

  /** A misspelt name is refused, as by every other act upon intents. */
  private static void requireDestination(Selection selection) {
    if (selection.source().isOfIntents()) {
      new Destination(selection.destination());
    }
  }

  private Made empty(Selection selection) {
    return !selection.source().isOfIntents()
            && ConsumerName.of(selection.consumer(), records.consumers())
                instanceof ConsumerName.NoSuch
        ? new Made.NoSuchConsumer()
        : new Made.Empty();
  }

  @Override
  public Optional<DryRunReport> rehearse(long id) {
    return find(id).map(this::rehearse);
  }

  private DryRunReport rehearse(Plan plan) {
    return plan.source().isOfIntents()
        ? transactions.look(() -> ofIntents(plan.id()))
        : ofMessages(plan);
  }

  /** No one can tell what a provider will answer; only whether the intent still is as chosen. */
  private DryRunReport ofIntents(long id) {
    int there = (int) plans.count(id, PlanItem.AS_CHOSEN);
    int changed = (int) plans.count(id, PlanItem.CHANGED);
    return new DryRunReport(there, 0, 0, 0, 0, changed, (int) plans.count(id, PlanItem.BEGUN));
  }

  private DryRunReport ofMessages(Plan plan) {
    DryRunReport whole = DryRunReport.NOTHING;
    List<Item> items =
        transactions.look(
            () -> leases.next(new PlanLease(plan, 0, PlanRun.NEW), plan.progress().size()));
    for (int from = 0; from < items.size(); from += PAGE) {
      List<Item> page = items.subList(from, Math.min(items.size(), from + PAGE));
      List<Item> waiting = page.stream().filter(item -> !item.begun()).toList();
      int stored = page.size() - waiting.size();
      whole = whole.plus(dryRun.of(plan, waiting));
      whole = whole.plus(new DryRunReport(0, 0, 0, 0, 0, 0, stored));
    }
    return whole;
  }

  @Override
  public ApprovalResult approve(long id, UUID digest, OperatorContext by) {
    return transactions.act(
        () -> {
          ApprovalResult result = plans.approve(id, digest, by.who());
          if (!(result instanceof ApprovalResult.Approved approved)) {
            return Decision.discard(result);
          }
          Plan.Progress progress = approved.plan().progress();
          String what = progress.size() + " items, digest " + progress.digest();
          write(approved.plan(), by, Act.APPROVE_PLAN, what);
          return Decision.commit(result);
        });
  }

  @Override
  public PlanTransition start(long id, OperatorContext by) {
    return move(id, EnumSet.of(Plan.State.FROZEN), Plan.State.RUNNING, by, Act.START_PLAN);
  }

  @Override
  public PlanTransition pause(long id, OperatorContext by) {
    return move(id, EnumSet.of(Plan.State.RUNNING), Plan.State.PAUSED, by, Act.PAUSE_PLAN);
  }

  @Override
  public PlanTransition resume(long id, OperatorContext by) {
    return move(
        id,
        EnumSet.of(Plan.State.PAUSED, Plan.State.STOPPED),
        Plan.State.RUNNING,
        by,
        Act.RESUME_PLAN);
  }

  @Override
  public PlanTransition withdraw(long id, OperatorContext by) {
    return move(
        id,
        EnumSet.of(Plan.State.FROZEN, Plan.State.RUNNING, Plan.State.PAUSED, Plan.State.STOPPED),
        Plan.State.WITHDRAWN,
        by,
        Act.WITHDRAW_PLAN);
  }

  @Override
  public Optional<Long> last(long id) {
    return transactions.look(() -> plans.last(id).map(Plans.Chosen::id));
  }

  @Override
  public Optional<PlanContents> contents(long id) {
    return transactions.look(() -> plans.find(id).map(this::contents));
  }

  private PlanContents contents(Plan plan) {
    return new PlanContents(
        plans.selection(plan.id()).orElseThrow(),
        plans.groups(plan.id(), MOST_GROUPS),
        plans.count(plan.id(), PlanItem.CHANGED),
        plans.items(plan.id(), Optional.empty(), -1, 1).stream().findFirst(),
        plans.items(plan.id(), Optional.empty(), plan.progress().size() - 2, 1).stream()
            .findFirst());
  }

  @Override
  public List<PlanItem> items(long id, Optional<String> outcome, int after, int most) {
    return transactions.look(() -> plans.items(id, outcome, after, most));
  }

  @Override
  public Optional<Plan> find(long id) {
    return transactions.look(() -> plans.find(id));
  }

  @Override
  public List<Plan> latest(long before, int most) {
    return transactions.look(() -> plans.latest(before, most));
  }

  private PlanTransition move(
      long id, EnumSet<Plan.State> from, Plan.State to, OperatorContext by, Act act) {
    return transactions.act(
        () -> {
          PlanTransition moved = plans.move(id, from, to);
          if (!(moved instanceof PlanTransition.Entered now)) {
            return Decision.discard(moved);
          }
          Plan.Progress progress = now.plan().progress();
          write(now.plan(), by, act, progress.done() + " of " + progress.size() + " done");
          return Decision.commit(moved);
        });
  }

  private void write(Plan plan, OperatorContext by, Act act, String outcome) {
    transactions.write(new AuditEntry(by, act, plan.audited(), outcome));
  }
}
