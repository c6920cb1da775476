// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.List;
import java.util.Optional;

/**
 * Replaying many parked messages, or acting on many parked intents, by a plan: freeze it, rehearse
 * it, start it. Nodes then work on it, and it can be paused, resumed and withdrawn at any time. If
 * two operators act at once, one succeeds and the other is told.
 */
public interface PlanActs {

  /** Fixes the plan's messages or intents; nothing is done to them yet. */
  Made freeze(Selection selection, Plan.Pace pace, OperatorContext by);

  /**
   * What the plan would achieve if no route failed; empty if there is no such plan. Its consumer
   * must run in this application; intents are only counted. Holds the claims of up to 200 messages
   * for a moment; messages further apart in the plan are not compared with each other.
   *
   * @throws IllegalStateException if the consumer does not run here
   */
  Optional<DryRunReport> rehearse(long id);

  /** Lets nodes begin. */
  Moved start(long id, OperatorContext by);

  /**
   * Pauses it. A message that is being replayed is undone, or was done before. An intent that was
   * made due stays due.
   */
  Moved pause(long id, OperatorContext by);

  /**
   * Continues after a pause, or after the plan stopped by itself: with one message at first. Only
   * failures from now on may stop it again.
   */
  Moved resume(long id, OperatorContext by);

  /** Withdraws it; replayed messages stay replayed, and the others still wait. */
  Moved withdraw(long id, OperatorContext by);

  /**
   * The highest number among a plan's messages, behind which the next plan begins; see {@link
   * Selection#beyond}. Empty if there is no such plan, or its messages are not kept any more.
   */
  Optional<Long> last(long id);

  /** The plan of this number. */
  Optional<Plan> find(long id);

  /** The latest plans, newest first. */
  List<Plan> latest(int most);

  /** The result of freezing a plan. */
  sealed interface Made {

    /** It is made, and its messages are fixed. */
    record Frozen(Plan plan) implements Made {}

    /** There is an unfinished plan of the very same messages; perhaps another operator's. */
    record There(Plan plan) implements Made {}

    /** The selection matches nothing. */
    record Empty() implements Made {}

    /**
     * The selection matches nothing, and there is no consumer of this name.
     *
     * @param known those that there are
     */
    record NoSuchConsumer(List<String> known) implements Made {}
  }

  /** The result of moving a plan to another state. */
  sealed interface Moved {

    /** It has moved. */
    record Now(Plan plan) implements Moved {}

    /** It cannot be moved so from this state; perhaps another operator was first. */
    record NotFrom(Plan.State state) implements Moved {}

    /** There is no plan of this number. */
    record NotFound() implements Moved {}
  }
}
