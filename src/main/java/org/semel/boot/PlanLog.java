// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import java.time.Duration;
import org.semel.Code;
import org.semel.ops.Plan;
import org.semel.ops.PlanListener;

/** What becomes of replay plans, as lines. */
final class PlanLog implements PlanListener {

  private final Reminders told = new Reminders(System::nanoTime);

  @Override
  public void ended(Plan plan, Plan.State state) {
    if (state == Plan.State.STOPPED) {
      Lines.warn(
          Code.PLAN_STOPPED,
          "Plan %d of consumer %s has stopped, as more than %d %% of its messages failed; they"
              + " still wait. Mend it and resume the plan, or withdraw it.",
          plan.id(),
          plan.consumer(),
          plan.pace().errorShare());
    } else {
      Lines.info(
          Code.PLAN_DONE,
          "Plan %d of consumer %s is done: %d messages.",
          plan.id(),
          plan.consumer(),
          plan.progress().size());
    }
  }

  @Override
  public void lost(Plan plan) {
    Lines.info(
        Code.PLAN_TURN_LOST,
        "Plan %d of consumer %s was halted or taken over; a message in hand is undone, and waits.",
        plan.id(),
        plan.consumer());
  }

  @Override
  public void interrupted(Throwable cause, Duration pause) {
    String why = Lines.rootOf(cause);
    if (told.isDue(Code.PLANS_PAUSED, why)) {
      Lines.warn(
          Code.PLANS_PAUSED,
          "Replay plans wait, and are tried again, next in %d ms. %s",
          pause.toMillis(),
          why);
    }
    Lines.debug(cause);
  }

  @Override
  public void resumed() {
    told.end(Code.PLANS_PAUSED);
    Lines.info(Code.PLANS_RESUMED, "Replay plans go on.");
  }
}
