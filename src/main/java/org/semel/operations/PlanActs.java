// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Replaying many parked or kept messages, or acting on many intents, by a plan: freeze it, rehearse
 * it, start it. Nodes then work on it, and it can be paused, resumed and withdrawn at any time. If
 * two operators act at once, one succeeds, and the other learns that.
 */
public interface PlanActs {

  /**
   * Fixes the plan's messages or intents, each in the version that is there now; nothing is done to
   * them yet. A message or intent that changes afterwards is left alone when its turn comes.
   */
  Made freeze(Selection selection, Plan.Pace pace, OperatorContext by);

  /**
   * The result that the plan would have if no route failed; empty if there is no such plan. Its
   * consumer must run in this application; intents are only counted. Holds the claims of up to 200
   * messages for a moment; messages further apart in the plan are not compared with each other.
   *
   * @throws IllegalStateException if the consumer does not run here
   */
  Optional<DryRunReport> rehearse(long id);

  /**
   * Agrees to a plan that another person has made, if its application asks for a second person
   * ({@code semel.plan-approval-from}). The database holds that it is another one.
   *
   * @param digest of the set that the approver has seen, each of it in the version that was chosen;
   *     see {@link Plan.Progress}
   * @param by who agrees, and why; names are compared without regard to case
   */
  ApprovalResult approve(long id, UUID digest, OperatorContext by);

  /** Lets nodes begin; returns at once. */
  PlanTransition start(long id, OperatorContext by);

  /**
   * Pauses it. A message that is being replayed is undone, or was done before. An intent that was
   * made due stays due.
   */
  PlanTransition pause(long id, OperatorContext by);

  /**
   * Continues after a pause, or after the plan stopped by itself: with one message at first. Only
   * failures from now on may stop it again.
   */
  PlanTransition resume(long id, OperatorContext by);

  /** Withdraws it; replayed messages stay replayed, and the others still wait. */
  PlanTransition withdraw(long id, OperatorContext by);

  /**
   * The highest number among a plan's messages, behind which the next plan begins; see {@link
   * Selection#beyond}. Empty if there is no such plan, or its messages are not kept any more.
   */
  Optional<Long> last(long id);

  /**
   * The contents of a plan, as they stand now: an approver looks at them. Empty if there is no such
   * plan.
   */
  Optional<PlanItem.PlanContents> contents(long id);

  /**
   * The messages or intents of a plan, in its order; before it has run, and after.
   *
   * @param outcome only those of which this is so; see {@link PlanItem#outcome}
   * @param after only those of a higher ordinal; -1 for all
   * @param most 1 or more
   */
  List<PlanItem> items(long id, Optional<String> outcome, int after, int most);

  /** The plan of this number. Empty if there is none. */
  Optional<Plan> find(long id);

  /**
   * The latest plans, newest first; the first page.
   *
   * @param most 1 or more
   */
  default List<Plan> latest(int most) {
    return latest(Long.MAX_VALUE, most);
  }

  /**
   * Plans, newest first.
   *
   * @param before only those of a lower number
   * @param most 1 or more
   */
  List<Plan> latest(long before, int most);

  /** The result of freezing a plan. */
  sealed interface Made {

    /** It is made, and its messages are fixed. */
    record Frozen(Plan plan) implements Made {}

    /** There is an unfinished plan of the very same messages; perhaps another operator's. */
    record There(Plan plan) implements Made {}

    /** The selection matches nothing. */
    record Empty() implements Made {}

    /** The selection matches nothing, and there is no consumer of this name. */
    record NoSuchConsumer() implements Made {}
  }

  /** The result of moving a plan to another state. */
  sealed interface PlanTransition {

    /** It has moved. */
    record Entered(Plan plan) implements PlanTransition {}

    /** It cannot be moved so from this state; perhaps another operator was first. */
    record NotFrom(Plan.State state) implements PlanTransition {}

    /** It cannot start before a second person has agreed to it. */
    record Unapproved() implements PlanTransition {}

    /** There is no plan of this number. */
    record NotFound() implements PlanTransition {}
  }

  /** The result of agreeing to a plan. */
  sealed interface ApprovalResult {

    /** It may start now. */
    record Approved(Plan plan) implements ApprovalResult {}

    /** The person who has made a plan cannot be the second person. */
    record OwnPlan() implements ApprovalResult {}

    /**
     * The approver has seen another set.
     *
     * @param digest of the plan's own
     */
    record OtherSet(UUID digest) implements ApprovalResult {}

    /** No one waits for an approval: it needs none, has one, or is over. */
    record NotAwaited(Plan plan) implements ApprovalResult {}

    /** There is no plan of this number. */
    record NoSuchPlan() implements ApprovalResult {}
  }
}
