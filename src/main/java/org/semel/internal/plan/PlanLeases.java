// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.plan;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.semel.internal.operate.PlanLeaseLost;
import org.semel.operations.Plan;

/**
 * Replay plans, as nodes work on them: one at a time, under a lease by the database's clock with a
 * fencing token. Every act joins the caller's transaction.
 */
public interface PlanLeases {

  /**
   * The right to work on a plan until it expires.
   *
   * @param token fences the right
   * @param stint what was done since the plan was let begin or go on, by anybody
   */
  record Turn(Plan plan, long token, Stint stint) {}

  /**
   * What a plan has come to since a person let it begin or go on.
   *
   * @param round rounds in which something was handed in
   * @param stalls rounds, one after the other and up to now, in which nothing could be
   * @param done how many messages were handed in, failures included
   * @param failed how many of those failed or were refused
   */
  record Stint(int round, int stalls, int done, int failed) {

    /** Nothing yet. */
    public static final Stint NEW = new Stint(0, 0, 0, 0);
  }

  /**
   * One message or intent of a plan.
   *
   * @param ordinal its place in the plan
   * @param id its number among the messages of the plan's source; 0 for an intent
   * @param intent its key, if it is an intent
   * @param begun whether it is an intent that was let go by the plan, and has not come to its end
   */
  record Item(int ordinal, long id, Optional<UUID> intent, boolean begun) {

    /** A message. */
    public Item(int ordinal, long id) {
      this(ordinal, id, Optional.empty(), false);
    }
  }

  /** Takes a running plan of one of these consumers that nobody works on. */
  Optional<Turn> take(Collection<String> consumers, Duration life);

  /** The next messages that were not handed in yet. */
  List<Item> next(Turn turn, int most);

  /**
   * Writes down that an intent was let go, whose end the plan waits for, and holds the turn for
   * longer.
   *
   * @throws PlanLeaseLost if the turn is not ours any more; the transaction must roll back
   */
  void begin(Turn turn, Item item, Duration life);

  /**
   * Writes down what became of a message, and holds the turn for longer.
   *
   * @throws PlanLeaseLost if the turn is not ours any more; the transaction must roll back
   */
  void settle(Turn turn, Item item, ItemEnd end, Duration life);

  /**
   * Ends a round: the plan rests, or stands elsewhere from now on. One in which nothing was handed
   * in is no round, but a stall.
   *
   * @return whether the turn was still ours
   */
  boolean end(Turn turn, Plan.State state, Duration rest);
}
