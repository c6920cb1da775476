// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.message.Identity;
import org.semel.message.Message;

/**
 * Messages that are stored first and worked off later (protocol {@code store-first}). Every method
 * joins the caller's transaction; all times are the database's.
 */
public interface StoredMessages {

  /**
   * A message to be stored.
   *
   * @param message headers and body as they came
   * @param place its aggregate and version, where they are kept in order; what is stored and has
   *     not ended is not missing there
   */
  record InboxEntry(Identity identity, Message message, Optional<Versions.Place> place) {

    /** A message of a consumer that keeps no order. */
    public InboxEntry(Identity identity, Message message) {
      this(identity, message, Optional.empty());
    }
  }

  /**
   * The quota of messages that may be taken.
   *
   * @param fresh the most of those that have not failed yet
   * @param retries the most of those that have
   * @param bytes once their bodies have so many, no further one joins, be it fresh or not; the
   *     first does, whatever its size
   */
  record Quota(int fresh, int retries, long bytes) {

    /** So many, whatever their size. */
    public Quota(int fresh, int retries) {
      this(fresh, retries, Long.MAX_VALUE);
    }
  }

  /** A message and its next stage. */
  record Move(LeasedMessage leased, StageChange change) {}

  /**
   * Stores these, as {@link InboxStage#RECEIVED}. Cannot fail by meeting one that is there already,
   * nor one that stands twice in {@code messages}.
   *
   * @return the identities that were stored; the others were there
   */
  Set<Identity> store(List<InboxEntry> messages);

  /**
   * Takes messages that are due, the longest due first: those that no one works on, and those on
   * which a worker's lease has run out. Never waits for a rival. A due message is found at once,
   * unless it was stored, given back or set free more than a second after its time: then it is
   * found once a look so far back is cheap enough.
   *
   * @param life how long the lease lasts
   */
  List<LeasedMessage> lease(String consumer, Quota quota, Duration life);

  /**
   * Makes leases last longer. Never waits: one whose row is being written just now is left as it
   * is.
   *
   * @param life from now on
   */
  void renew(Collection<LeasedMessage> leased, Duration life);

  /**
   * The only way from one {@link InboxStage} to another. A move that its stage does not allow, or
   * whose token is not the row's latest, is not made. Messages that are given back together come
   * again in this order.
   *
   * @return the moves that were not made
   */
  List<Move> move(List<Move> moves);

  /**
   * Notes that a step is finished, in the transaction of what it did, and makes the lease last
   * anew.
   *
   * @return whether the lease was still ours; if not, the transaction must roll back
   */
  boolean finish(LeasedMessage leased, RouteProgress progress, Duration life);

  /**
   * Some that failed for good and are not parked yet, the smallest first, locked for the caller's
   * transaction.
   */
  List<LeasedMessage> failedForGood(String consumer, int most);

  /**
   * One stored message, locked for the caller's transaction, with its stage; empty if there is
   * none.
   */
  Optional<Found> find(Identity identity);

  /** Counts a delivery of a message that is stored already, where no claim has counted it. */
  void absorbed(Identity identity);

  /**
   * A stored message.
   *
   * @param stage where it stands
   * @param received when it was stored, by the clock of the store
   * @param erased whether a person had it emptied, so that its body is not known any more
   */
  record Found(LeasedMessage leased, InboxStage stage, Instant received, boolean erased) {}
}
