// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

import java.util.List;
import java.util.Optional;
import org.semel.inbox.Gaps;
import org.semel.inbox.Gaps.Gap;
import org.semel.inbox.Gaps.Loss;
import org.semel.inbox.Gaps.Standing;
import org.semel.message.Identity;
import org.semel.tx.Decision;

/** Gaps between the versions of aggregates, where a consumer keeps them in order. */
public final class GapActs {

  private final Desk desk;
  private final Gaps gaps;

  GapActs(Desk desk, Gaps gaps) {
    this.desk = desk;
    this.gaps = gaps;
  }

  /**
   * Gaps of a consumer, the oldest first.
   *
   * @param most 1 or more
   */
  public List<Gap> open(String consumer, int most) {
    return desk.look(() -> gaps.open(consumer, most));
  }

  /**
   * Where an aggregate stands.
   *
   * @param aggregate the consumer's name and the aggregate's key
   */
  public Optional<Standing> standing(Identity aggregate) {
    return desk.look(() -> gaps.standing(aggregate));
  }

  /**
   * Declares the versions of this gap lost, so that its aggregate moves on: those behind them are
   * released in order, by the next look of any node that runs the consumer. Whichever of them comes
   * after all is ignored. If part of the gap has closed meanwhile, the rest is lost.
   */
  public Loss declareLost(Gap gap, Mandate by) {
    return desk.act(
        () -> {
          Loss loss = gaps.declareLost(gap.aggregate(), gap.to());
          if (!(loss instanceof Loss.Lost lost)) {
            return Decision.discard(loss);
          }
          String what = "versions " + lost.gap().from() + " to " + lost.gap().to();
          Entry.Subject subject = new Entry.Subject(what, Optional.of(gap.aggregate()));
          desk.audit().write(new Entry(by, Act.DECLARE_LOST, subject, "lost"));
          return Decision.commit(loss);
        });
  }
}
