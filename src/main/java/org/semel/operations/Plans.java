// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Replay plans, as people work on them. Every act joins the caller's transaction. */
public interface Plans {

  /** What came of making a plan. */
  sealed interface Made {

    /** It is made, and its messages are settled. */
    record Frozen(Plan plan) implements Made {}

    /** There is an unfinished plan of the very same messages; perhaps another operator's. */
    record There(Plan plan) implements Made {}

    /** Nothing is waiting that was asked for. */
    record Empty() implements Made {}

    /**
     * Nothing is waiting, and there is no consumer of this name.
     *
     * @param known those that there are
     */
    record NoSuchConsumer(List<String> known) implements Made {}
  }

  /** What came of the wish to move a plan on. */
  sealed interface Moved {

    /** It has moved. */
    record Now(Plan plan) implements Moved {}

    /** It cannot be moved so from where it stands; perhaps another operator was first. */
    record NotFrom(Plan.State state) implements Moved {}

    /** There is no plan of this number. */
    record Absent() implements Moved {}
  }

  /** Settles which messages are to be replayed, and starts nothing. */
  Made freeze(Selection selection, Plan.Pace pace, OperatorContext by);

  /** The highest number among a plan's messages; empty if they are not kept any more. */
  Optional<Long> last(long id);

  /** The plan of this number. */
  Optional<Plan> find(long id);

  /**
   * Moves a plan from one of {@code from} to {@code to}; whoever works on it loses the turn. One
   * that is to run begins a new {@link PlanLeases.Stint}.
   */
  Moved move(long id, Collection<Plan.State> from, Plan.State to);

  /** The latest plans, newest first. */
  List<Plan> latest(int most);
}
