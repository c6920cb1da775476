// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.plan;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.semel.operations.OperatorContext;
import org.semel.operations.Plan;
import org.semel.operations.PlanActs.ApprovalResult;
import org.semel.operations.PlanActs.Made;
import org.semel.operations.PlanActs.PlanTransition;
import org.semel.operations.PlanItem;
import org.semel.operations.PlanItem.ItemGroup;
import org.semel.operations.RowVersion;
import org.semel.operations.Selection;

/** Replay plans, as people work on them. Every act joins the caller's transaction. */
public interface Plans {

  /** Fixes which messages are to be replayed, and starts nothing. */
  Made freeze(Selection selection, Plan.Pace pace, OperatorContext by);

  /** The last of a plan's messages; empty if they are not kept any more. */
  Optional<Chosen> last(long id);

  /**
   * A message that a plan was made of.
   *
   * @param id its number
   * @param seen its version then
   */
  record Chosen(long id, RowVersion seen) {}

  /** By what a plan's messages or intents were chosen. */
  Optional<Selection> selection(long id);

  /** The items of a plan by outcome, reason and failure, the largest group first. */
  List<ItemGroup> groups(long id, int most);

  /** How many of a plan's items stand so, of whatever group. */
  long count(long id, String outcome);

  /** Items of a plan, in its order, behind an ordinal; of one outcome, or of any. */
  List<PlanItem> items(long id, Optional<String> outcome, int after, int most);

  /** The plan of this number. */
  Optional<Plan> find(long id);

  /**
   * Notes that somebody agrees to a plan that waits for that.
   *
   * @param digest of the set that they have seen
   * @param who not the plan's maker, however they write their name; see {@link
   *     ApprovalRule#isAnother}
   */
  ApprovalResult approve(long id, UUID digest, String who);

  /**
   * Moves a plan from one of {@code from} to {@code to}; the node that works on it loses its lease.
   * One that is to run begins a new {@link PlanLeases.PlanRun}, unless it still waits for an
   * approval.
   */
  PlanTransition move(long id, Collection<Plan.State> from, Plan.State to);

  /**
   * Plans, newest first.
   *
   * @param before only those of a lower number
   */
  List<Plan> latest(long before, int most);
}
