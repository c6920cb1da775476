// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.ordered;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.semel.message.Identity;

/** Gaps between versions, for a person. Joins the caller's transaction. */
public interface Gaps {

  /**
   * Versions of an aggregate that are missing while later ones wait.
   *
   * @param aggregate consumer and key
   * @param from the first that is missing
   * @param to the last that is missing; {@code from} or higher
   * @param since when the first message behind it came, by the database's clock
   */
  record Gap(Identity aggregate, long from, long to, Instant since) {}

  /**
   * Where an aggregate stands.
   *
   * @param aggregate consumer and key
   * @param version the highest that took effect, or was declared lost
   * @param ignored messages of old versions so far
   * @param waiting messages that wait for a version before theirs
   */
  record Standing(Identity aggregate, long version, long ignored, long waiting) {}

  /** What became of declaring versions lost. */
  sealed interface Loss {

    /** They are lost; those behind them are released, in order. */
    record Lost(Gap gap) implements Loss {}

    /** A message of the aggregate is being handled, or another operator's act is under way. */
    record InHand() implements Loss {}

    /** There is no such gap any more: its versions came, or were declared lost before. */
    record Closed() implements Loss {}
  }

  /** What became of setting an aggregate back. */
  sealed interface SettingBack {

    /**
     * Its versions take effect again, in order; or, of one that was set back too far, what comes
     * next is early no more.
     *
     * @param from how far it had come, or had been set back
     */
    record SetBack(long from) implements SettingBack {}

    /** A message of the aggregate is being handled, or another operator's act is under way. */
    record InHand() implements SettingBack {}

    /** So many of its messages wait for a version before theirs; first let them take effect. */
    record Waiting(long messages) implements SettingBack {}

    /** It has come so far, and no further. */
    record AlreadyThere(long version) implements SettingBack {}

    /** None of its messages has come. */
    record Absent() implements SettingBack {}
  }

  /** The gaps of a consumer, the oldest first. */
  List<Gap> open(String consumer, int most);

  /** Where one aggregate stands; empty if none of its messages has come. */
  Optional<Standing> standing(Identity aggregate);

  /**
   * Declares the missing versions of one aggregate lost, up to {@code last}: those behind them are
   * released, in order, and whichever of them comes after all is ignored as old. What is parked to
   * tell of the gap is settled. Whoever calls this writes down who decided it and why. Never waits
   * for a rival.
   *
   * @param last the last that is missing; names the gap, so that a second click cannot give up the
   *     next one
   */
  Loss declareLost(Identity aggregate, long last);

  /**
   * Sets one aggregate back, so that the versions after {@code to} take effect again as they come;
   * or forward, so that those up to {@code to} are old. Whoever calls this writes down who decided
   * it and why. Never waits for a rival.
   *
   * @param to the version that it is to have reached; one less than its first for all
   */
  SettingBack setBack(Identity aggregate, long to);

  /**
   * Sets aggregates of a consumer back that have come further than {@code to}, are in nobody's hand
   * and have no message that waits.
   *
   * @param most so many of them at the most
   * @return how many there were
   */
  int setAllBack(String consumer, long to, int most);
}
