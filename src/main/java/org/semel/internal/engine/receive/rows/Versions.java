// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.policy.OrderPolicy;
import org.semel.message.Fingerprint;
import org.semel.message.Identity;
import org.semel.message.Message;

/**
 * The highest version of each aggregate that took effect, and the messages that wait for a version
 * before theirs. Every method joins the caller's transaction; all times are the database's. An
 * aggregate is named like an identity: consumer and key.
 */
public interface Versions {

  /** The place of a message in its aggregate. */
  record Place(Identity aggregate, long version) {

    /** The place of a message that {@link OrderPolicy#demanded} has let pass. */
    static Place of(OrderPolicy order, String consumer, Message message) {
      Identity aggregate =
          order
              .aggregate(consumer, message)
              .orElseThrow(
                  () -> new IllegalStateException("a message without a place was let pass"));
      return new Place(aggregate, order.version(message));
    }
  }

  /**
   * A message that waits.
   *
   * @param place where it stands
   * @param offer its identity and fingerprint
   * @param message headers and body as they came
   */
  record HeldMessage(Place place, Offer offer, Message message) {}

  /**
   * The point that an aggregate has reached.
   *
   * @param version the highest that took effect, or was declared lost
   * @param fingerprint of the message that had it; empty if none had. Those of lower versions are
   *     not kept
   * @param at when that was, by the clock of the store
   * @param now by the same clock
   */
  record Reached(long version, Optional<Fingerprint> fingerprint, Instant at, Instant now) {

    /** The same aggregate, after a message has taken effect just now. */
    public Reached with(long next, Fingerprint its) {
      return new Reached(next, Optional.of(its), now, now);
    }
  }

  /**
   * The point to which an aggregate is to advance.
   *
   * @param reached the highest version that took effect
   * @param ignored how many came too late just now
   */
  record Advance(Identity aggregate, Reached reached, int ignored) {}

  /**
   * Messages whose turn it is.
   *
   * @param reached how far their aggregate has come before
   * @param next contiguous, in order; the first may be as old as what is reached or older, as it
   *     came a second time
   * @param failures failed attempts of the first of them
   */
  record Run(Identity aggregate, Reached reached, List<HeldMessage> next, int failures) {}

  /**
   * Locks aggregates until the transaction ends, in an order in which no one can wait for another
   * in a circle, and tells how far each has come.
   *
   * @param aggregates with the version that one which is new here counts as having reached
   */
  Map<Identity, Reached> lock(Map<Identity, Long> aggregates);

  /**
   * Notes how far locked aggregates have come, and whether what waits is ready by that, or lacks a
   * version. An aggregate may have come as far as it was before. If a gap closes that was reported
   * to a person, the parked message that reports it is settled, unless an operator has it in hand.
   */
  void advance(Collection<Advance> advances);

  /**
   * Keeps messages that came too early, of locked aggregates.
   *
   * @return one answer for each, in their order: empty if it is kept; otherwise another waits at
   *     its place already, and this is that one's fingerprint and when it came
   */
  List<Optional<Claim.Conflict>> hold(List<HeldMessage> early);

  /** The message that waits at this place, if there is one. Locks nothing. */
  Optional<HeldMessage> waiting(Place place);

  /**
   * The messages whose turn has come, of some aggregates, which are locked. Never waits for a
   * rival. The rows that it reads do not grow with the number that wait.
   *
   * @param most messages
   * @param bytes once their bodies have so many, no further one joins; the first does, whatever its
   *     size
   */
  List<Run> due(String consumer, int most, long bytes);

  /** As many as {@code most}, whatever their size. */
  default List<Run> due(String consumer, int most) {
    return due(consumer, most, Long.MAX_VALUE);
  }

  /**
   * Forgets messages that no longer wait, up to a version of each aggregate, which is locked: the
   * last that {@link #due} has returned, or one before it, as it need not have returned all up to
   * what is reached. {@link #advance} tells afterwards what that means for those behind them.
   */
  void drop(Collection<Place> upTo);

  /**
   * Notes that the message of this place failed; it is due again after {@code delay}.
   *
   * @return whether it still waits; if not, another party has released or parked it meanwhile, and
   *     nothing is counted
   */
  boolean failed(Place place, Failure failure, Duration delay);

  /**
   * Notes that a fault that passes has stopped the message of this place; it is due again after
   * {@code delay}, and nothing is counted.
   *
   * @return whether it still waits
   */
  boolean stopped(Place place, Duration delay);

  /**
   * The first waiting message of each gap that is older than {@code deadline} and has not been
   * reported, with a sentence about it; from now on it has been, until the gap closes: the caller
   * parks it in the same transaction. The rows that it reads do not grow with the number that wait,
   * but with the aggregates whose next version is stored or parked: each is asked for by an index.
   *
   * @param bytes once their bodies have so many, no further one joins; the smallest does, whatever
   *     its size
   */
  List<Overdue> overdue(String consumer, Duration deadline, long bytes);

  /** A gap that a person must look at. */
  record Overdue(HeldMessage first, Verdict verdict) {}
}
