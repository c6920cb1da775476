// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.semel.operations.Operations;
import org.semel.operations.OperatorContext;
import org.semel.operations.Plan;
import org.semel.operations.PlanActs.Made;
import org.semel.operations.Selection;

/** Replay plans, from their freezing to their end. */
record Replays(Operations operations, OperatorContext mandate) {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Freezes a plan that is not started; returns its id. */
  long frozen(Selection selection, Plan.Pace pace) {
    return ((Made.Frozen) operations.plans().freeze(selection, pace, mandate)).plan().id();
  }

  /** Starts a plan and waits for its end. */
  void run(long plan) {
    operations.plans().start(plan, mandate);
    await("plan " + plan + " is done")
        .atMost(PATIENCE)
        .until(() -> state(plan), state -> state == Plan.State.DONE);
  }

  Plan.State state(long plan) {
    return operations.plans().find(plan).orElseThrow().progress().state();
  }
}
