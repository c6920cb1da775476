// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.log;

import java.time.Duration;
import org.semel.Code;
import org.semel.internal.desk.operate.plan.PlanListener;
import org.semel.operations.Plan;

/** Writes what replay plans come to. */
public final class PlanLog implements PlanListener {

  private final WaitLog waits = WaitLog.ofPlans();

  @Override
  public void ended(Plan plan, Plan.State state) {
    if (state == Plan.State.STOPPED) {
      OperatorLog.warn(
          Code.PLAN_STOPPED,
          "Plan %d of %s has stopped, as more than %d %% of its items failed. The failed items still wait."
              + " Mend the cause and resume the plan, or withdraw it.",
          plan.id(),
          owner(plan),
          plan.pace().errorShare());
    } else {
      OperatorLog.info(
          Code.PLAN_DONE,
          "Plan %d of %s is done: %d %s.",
          plan.id(),
          owner(plan),
          plan.progress().size(),
          plan.source().isOfIntents() ? "intents" : "messages");
    }
  }

  private static String owner(Plan plan) {
    return plan.source().isOfIntents() ? plan.consumer() : "consumer " + plan.consumer();
  }

  @Override
  public void lost(Plan plan) {
    OperatorLog.info(
        Code.PLAN_TURN_LOST,
        "Plan %d of %s was halted, or another node took it over. The item in progress is rolled back, and waits.",
        plan.id(),
        owner(plan));
  }

  @Override
  public void interrupted(Throwable cause, Duration pause) {
    waits.interrupted(cause, pause);
  }

  @Override
  public void resumed() {
    waits.resumed();
  }
}
