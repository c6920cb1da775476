// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.plan;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.semel.operations.OperatorContext;
import org.semel.operations.Plan;
import org.semel.operations.PlanActs.Made;
import org.semel.operations.PlanActs.Moved;
import org.semel.operations.Selection;

/** Replay plans, as people work on them. Every act joins the caller's transaction. */
public interface Plans {

  /** Fixes which messages are to be replayed, and starts nothing. */
  Made freeze(Selection selection, Plan.Pace pace, OperatorContext by);

  /** The highest number among a plan's messages; empty if they are not kept any more. */
  Optional<Long> last(long id);

  /** The plan of this number. */
  Optional<Plan> find(long id);

  /**
   * Moves a plan from one of {@code from} to {@code to}; the node that works on it loses its lease.
   * One that is to run begins a new {@link PlanLeases.PlanRun}.
   */
  Moved move(long id, Collection<Plan.State> from, Plan.State to);

  /** The latest plans, newest first. */
  List<Plan> latest(int most);
}
