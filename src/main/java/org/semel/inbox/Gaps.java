// SPDX-License-Identifier: Apache-2.0
package org.semel.inbox;

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

  /** The gaps of a consumer, the oldest first. */
  List<Gap> open(String consumer, int most);

  /**
   * Declares the missing versions of one aggregate lost: those behind them are released, in order,
   * and whichever of them comes after all is ignored as old. Whoever calls this writes down who
   * decided it and why.
   *
   * @return what is lost; empty if the aggregate has no gap any more
   */
  Optional<Gap> declareLost(Identity aggregate);
}
