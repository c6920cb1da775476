// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.plan;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.engine.tx.Decision;
import org.semel.operations.AuditEntry;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.OperatorContext;
import org.semel.operations.ParkedFilter;
import org.semel.operations.Plan;
import org.semel.operations.PlanActs.Made;
import org.semel.operations.PlanActs.PlanTransition;
import org.semel.operations.ReleaseResult;
import org.semel.operations.RowVersion;
import org.semel.operations.Selection;

/**
 * Lets a node that runs the consumer do what cannot be done here: by a plan of one message, made
 * and started in one transaction.
 */
public final class PlansOfOne {

  /** One that fails is done, too: nothing is left to be resumed. */
  private static final Plan.Pace PACE = new Plan.Pace(1, 100);

  /** It is done by itself, or was done at this moment: the plan tells what came of it. */
  private static final Set<Plan.State> GOES_ON = EnumSet.of(Plan.State.RUNNING, Plan.State.DONE);

  private final OperatorTransactions transactions;
  private final Plans plans;

  public PlansOfOne(OperatorTransactions transactions, Plans plans) {
    this.transactions = transactions;
    this.plans = plans;
  }

  /**
   * What {@code here} comes to; a plan, if its consumer runs elsewhere.
   *
   * @param seen no plan is made of another version of the message
   */
  public ReleaseResult or(
      Supplier<ReleaseResult> here,
      Plan.Source source,
      long id,
      RowVersion seen,
      OperatorContext by) {
    ReleaseResult came = here.get();
    if (!(came instanceof ReleaseResult.Elsewhere elsewhere)) {
      return came;
    }
    return planned(elsewhere, source, id, seen, by).orElseGet(here);
  }

  /**
   * Empty if the message was settled or changed a moment ago: the plan would be of the next one, or
   * of what was not seen.
   */
  private Optional<ReleaseResult> planned(
      ReleaseResult.Elsewhere elsewhere,
      Plan.Source source,
      long id,
      RowVersion seen,
      OperatorContext by) {
    long upTo = source == Plan.Source.KEPT ? id : Long.MAX_VALUE;
    Selection one = new Selection(elsewhere.consumer(), source, ParkedFilter.ALL, 1, id - 1, upTo);
    return transactions.act(
        () -> {
          Optional<Plan> plan = ofJust(id, seen, plans.freeze(one, PACE, by));
          return plan.isPresent()
              ? Decision.commit(plan.map(made -> started(made, by)))
              : Decision.discard(Optional.empty());
        });
  }

  private Optional<Plan> ofJust(long id, RowVersion seen, Made made) {
    Optional<Plan> plan =
        made instanceof Made.Frozen frozen
            ? Optional.of(frozen.plan())
            : made instanceof Made.There there ? Optional.of(there.plan()) : Optional.empty();
    return plan.filter(
        one ->
            plans
                .last(one.id())
                .filter(chosen -> chosen.id() == id && seen.admits(chosen.seen().number()))
                .isPresent());
  }

  /** Another operator may have started it before, or paused it: what a person halted stays so. */
  private ReleaseResult started(Plan plan, OperatorContext by) {
    PlanTransition moved = plans.move(plan.id(), EnumSet.of(Plan.State.FROZEN), Plan.State.RUNNING);
    if (moved instanceof PlanTransition.Entered now) {
      transactions.write(
          new AuditEntry(by, Act.START_PLAN, now.plan().audited(), "1 message, for another node"));
    }
    Plan.State state = state(plan, moved);
    return GOES_ON.contains(state)
        ? new ReleaseResult.Planned(plan.consumer(), plan.id())
        : new ReleaseResult.PlanWaits(plan.consumer(), plan.id(), state);
  }

  private static Plan.State state(Plan before, PlanTransition moved) {
    if (moved instanceof PlanTransition.Entered now) {
      return now.plan().progress().state();
    }
    return moved instanceof PlanTransition.NotFrom stands
        ? stands.state()
        : before.progress().state();
  }
}
