// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import java.time.Duration;
import org.semel.Code;
import org.semel.ops.Plan;
import org.semel.ops.PlanListener;

/** What becomes of replay plans, as lines. */
final class PlanLog implements PlanListener {

  private boolean away;

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
    if (!away) {
      away = true;
      Lines.warn(
          Code.PLANS_PAUSED,
          "Replay plans wait, and are tried again, first in %d ms. %s",
          pause.toMillis(),
          Lines.rootOf(cause));
    }
    Lines.debug(cause);
  }

  @Override
  public void resumed() {
    away = false;
    Lines.info(Code.PLANS_RESUMED, "Replay plans go on.");
  }
}
