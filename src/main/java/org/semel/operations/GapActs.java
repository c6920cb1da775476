// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.semel.message.Identity;

/**
 * Gaps between the versions of aggregates, and how far aggregates have come, where a consumer keeps
 * them in order. An aggregate is named like an identity: consumer and key.
 */
public interface GapActs {

  /**
   * Gaps of a consumer, the oldest first; the first page. A version whose message is stored and has
   * not ended, or is parked, is not missing: a gap ends before it, and an aggregate whose next
   * version is such a one has no gap until that has ended.
   *
   * @param most 1 or more
   */
  default List<Gap> open(String consumer, int most) {
    return open(consumer, GapPlace.START, most);
  }

  /**
   * Gaps of a consumer, the oldest first.
   *
   * @param after the place of the last one of the page before
   * @param most 1 or more
   */
  List<Gap> open(String consumer, GapPlace after, int most);

  /**
   * The gap of one aggregate, however many others there are; empty if none of its versions is
   * missing while later ones wait, or if its next version is stored or parked.
   */
  Optional<Gap> of(Identity aggregate);

  /** The standing of an aggregate; empty if none of its messages has come. */
  Optional<AggregateStanding> standing(Identity aggregate);

  /**
   * Declares the versions of this gap lost, so that its aggregate moves on: those behind them are
   * released in order, at the next poll of any node that runs the consumer. A lost version that
   * arrives after all is ignored. If part of the gap has closed meanwhile, the rest is lost.
   * Refused if one of them is stored and has not ended, or is parked.
   */
  Loss declareLost(Gap gap, OperatorContext by);

  /**
   * Sets an aggregate back, so that its versions after {@code to} take effect again as they arrive
   * or are replayed, each after the one before it. A version that arrives early in between waits as
   * usual. Remembered identities stay absorbed: {@link KeptActs#forget} them, too. Refused while
   * messages of the aggregate wait or are being handled.
   *
   * <p>The same act sets an aggregate forward that was set back too far: versions up to {@code to}
   * are then old.
   *
   * @param to the version that it shall have reached: one less than the first that shall take
   *     effect again. That first one must still arrive or be kept; otherwise those after it wait
   *     for it
   */
  SettingBack setBack(Identity aggregate, long to, OperatorContext by);

  /**
   * The same for those aggregates of a consumer that are beyond {@code to}, are not being handled
   * and have no waiting message; none is set forward. Call it until it answers 0. Those left then
   * are listed by {@link #open}, or are being handled. Only for a consumer of which everything
   * after {@code to} is kept, and no identity was refused when it was forgotten.
   *
   * @param most so many at a time; 1 or more
   * @return how many were set back
   */
  int setAllBack(String consumer, long to, int most, OperatorContext by);

  /**
   * Versions of an aggregate that are missing while later ones wait.
   *
   * @param aggregate consumer and key
   * @param from the first that is missing
   * @param to the last that is missing; {@code from} or higher. The one behind it waits, or is
   *     stored or parked
   * @param since when the first message behind it came, by the database's clock
   */
  record Gap(Identity aggregate, long from, long to, Instant since) {

    /** The place of the gap in the list. */
    public GapPlace place() {
      return new GapPlace(since, aggregate.digest());
    }
  }

  /**
   * A place in the list of a consumer's gaps.
   *
   * @param since of the gap that stands there
   * @param aggregate digest of its aggregate; see {@link Identity#digest}
   */
  record GapPlace(Instant since, UUID aggregate) {

    /** Before the oldest. */
    public static final GapPlace START = new GapPlace(Instant.EPOCH, new UUID(0, 0));
  }

  /**
   * The standing of an aggregate.
   *
   * @param aggregate consumer and key
   * @param version the highest that took effect, or was declared lost
   * @param ignored messages of old versions so far
   * @param waiting messages that wait for a version before theirs
   */
  record AggregateStanding(Identity aggregate, long version, long ignored, long waiting) {}

  /** The result of declaring versions lost. */
  sealed interface Loss {

    /** They are lost; those behind them are released, in order. */
    record Lost(Gap gap) implements Loss {}

    /** A message of the aggregate is being handled, or another operator's act is in progress. */
    record Busy() implements Loss {}

    /**
     * This version of the gap is not missing: its message is stored, and its turn or its retry is
     * still to come. Nothing is lost. See {@link StoredActs} for what can be done about it.
     *
     * @param identity of the stored message
     */
    record StillStored(long version, Identity identity) implements Loss {}

    /**
     * This version of the gap is not missing: its message is parked. Nothing is lost. Release it,
     * or withdraw it first.
     *
     * @param parked number of the parked message
     */
    record StillParked(long version, long parked) implements Loss {}

    /**
     * There is no such gap any more: its versions came, were declared lost before, or it ends at
     * another version since a message that was parked there was withdrawn. Look at the gaps again.
     */
    record Closed() implements Loss {}
  }

  /** The result of setting an aggregate back. */
  sealed interface SettingBack {

    /**
     * Its versions take effect again, in order; or, of one that was set back too far, the next
     * version is no longer early.
     *
     * @param from the version that it had reached before
     */
    record SetBack(long from) implements SettingBack {}

    /** A message of the aggregate is being handled, or another operator's act is in progress. */
    record Busy() implements SettingBack {}

    /** So many of its messages wait for a version before theirs; first let them take effect. */
    record MessagesHeld(long messages) implements SettingBack {}

    /** It has reached exactly this version. */
    record AlreadyThere(long version) implements SettingBack {}

    /** None of its messages has come. */
    record NotFound() implements SettingBack {}
  }
}
