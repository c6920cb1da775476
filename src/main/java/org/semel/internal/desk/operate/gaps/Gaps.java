// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.gaps;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.semel.message.Identity;
import org.semel.operations.GapActs.AggregateStanding;
import org.semel.operations.GapActs.Gap;
import org.semel.operations.GapActs.GapPlace;
import org.semel.operations.GapActs.Loss;
import org.semel.operations.GapActs.SettingBack;

/** Gaps between versions, as operators work on them. Every act joins the caller's transaction. */
public interface Gaps {

  /** The gaps of a consumer, the oldest first. */
  default List<Gap> open(String consumer, int most) {
    return open(consumer, GapPlace.START, most);
  }

  /** The same, but only those behind a place. */
  List<Gap> open(String consumer, GapPlace after, int most);

  /** The gap of one aggregate; empty if it has none. */
  Optional<Gap> of(Identity aggregate);

  /** Where one aggregate stands; empty if none of its messages has come. */
  Optional<AggregateStanding> standing(Identity aggregate);

  /** Those of {@code aggregates} of which a version is known. */
  Set<Identity> known(Collection<Identity> aggregates);

  /**
   * Declares the missing versions of one aggregate lost, up to {@code last}: those behind them are
   * released, in order, and any of them that arrives after all is ignored as old. What is parked to
   * tell of the gap is settled. The caller writes the audit. Never waits for a rival.
   *
   * @param last the last that is missing; names the gap, so that a second click cannot give up the
   *     next one
   */
  Loss declareLost(Identity aggregate, long last);

  /**
   * Sets one aggregate back, so that the versions after {@code to} take effect again as they come;
   * or forward, so that those up to {@code to} are old. The caller writes the audit. Never waits
   * for a rival.
   *
   * @param to the version that it is to have reached; one less than its first for all
   */
  SettingBack setBack(Identity aggregate, long to);

  /**
   * Sets aggregates of a consumer back that have come further than {@code to}, are not being
   * handled and have no message that waits.
   *
   * @param most so many of them at the most
   * @return how many there were
   */
  int setAllBack(String consumer, long to, int most);
}
