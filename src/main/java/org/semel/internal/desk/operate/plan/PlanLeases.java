// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.plan;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.semel.internal.desk.operate.act.PlanLeaseLost;
import org.semel.message.Identity;
import org.semel.operations.Plan;
import org.semel.operations.RowVersion;

/**
 * Replay plans, as nodes work on them: one at a time, under a lease by the database's clock with a
 * fencing token. Every act joins the caller's transaction.
 */
public interface PlanLeases {

  /**
   * The right to work on a plan until it expires.
   *
   * @param token fences the right
   * @param run what was done since an operator started or resumed the plan, by any node
   */
  record PlanLease(Plan plan, long token, PlanRun run) {}

  /**
   * The course of a plan since an operator started or resumed it.
   *
   * @param round rounds in which something was handed in
   * @param stalls rounds, one after the other and up to now, in which nothing could be
   * @param done how many messages were handed in, failures included
   * @param failed how many of those failed or were refused
   */
  record PlanRun(int round, int stalls, int done, int failed) {

    /** Nothing yet. */
    public static final PlanRun NEW = new PlanRun(0, 0, 0, 0);
  }

  /**
   * One message or intent of a plan.
   *
   * @param ordinal its place in the plan
   * @param id its number among the messages of the plan's source; 0 for an intent
   * @param intent its key, if it is an intent
   * @param seen its version when it was chosen
   * @param begun whether the plan has let it go, and waits for its end: it has made an intent due,
   *     or a message has been stored
   * @param end what a message that was stored has come to; empty for all others, and as long as it
   *     has come to nothing
   */
  record Item(
      int ordinal,
      long id,
      Optional<UUID> intent,
      RowVersion seen,
      boolean begun,
      Optional<ItemEnd> end) {}

  /** Leases a running plan of one of these consumers that no node works on. */
  Optional<PlanLease> take(Collection<String> consumers, Duration life);

  /** The next messages that were not handed in yet. */
  List<Item> next(PlanLease lease, int most);

  /**
   * Notes that the plan waits for the end of an intent that is due, or of a message that is stored,
   * and holds the lease for longer.
   *
   * @param stored as which it is stored; empty for an intent
   * @throws PlanLeaseLost if the lease is lost; the transaction must roll back
   */
  void begin(PlanLease lease, Item item, Optional<Identity> stored, Duration life);

  /**
   * Notes what became of a message, and holds the lease for longer.
   *
   * @throws PlanLeaseLost if the lease is lost; the transaction must roll back
   */
  void settle(PlanLease lease, Item item, ItemEnd end, Duration life);

  /**
   * Ends a round: the plan rests, or stands elsewhere from now on. One in which nothing was handed
   * in is no round, but a stall.
   *
   * @return whether the lease still held
   */
  boolean end(PlanLease lease, Plan.State state, Duration rest);
}
