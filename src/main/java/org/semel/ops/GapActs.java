// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

import java.util.List;
import java.util.Optional;
import org.semel.inbox.Gaps;
import org.semel.inbox.Gaps.Gap;
import org.semel.inbox.Gaps.Loss;
import org.semel.inbox.Gaps.SettingBack;
import org.semel.inbox.Gaps.Standing;
import org.semel.message.Identity;
import org.semel.tx.Decision;

/**
 * Gaps between the versions of aggregates, and how far aggregates have come, where a consumer keeps
 * them in order.
 */
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

  /**
   * Sets an aggregate back, so that its versions after {@code to} take effect again as they come or
   * are replayed, each after the one before it. A version that comes early in between waits, as
   * ever. Identities that are remembered stay absorbed: {@link KeptActs#forget} them, too. Refused
   * while messages of the aggregate wait or are in hand.
   *
   * <p>What was set back too far is set forward by the same act: what comes up to {@code to} is old
   * then.
   *
   * @param aggregate the consumer's name and the aggregate's key
   * @param to the version that it is to have reached: one less than the first that is to take
   *     effect again, and that must still come or be kept; else what follows waits for it
   */
  public SettingBack setBack(Identity aggregate, long to, Mandate by) {
    return desk.act(
        () -> {
          SettingBack came = gaps.setBack(aggregate, to);
          if (!(came instanceof SettingBack.SetBack set)) {
            return Decision.discard(came);
          }
          Entry.Subject subject = new Entry.Subject("aggregate", Optional.of(aggregate));
          String way = set.from() > to ? "back" : "forward";
          String outcome = "set " + way + " from version " + set.from() + " to " + to;
          desk.audit().write(new Entry(by, Act.SET_BACK, subject, outcome));
          return Decision.commit(came);
        });
  }

  /**
   * The same for those aggregates of a consumer that have come further than {@code to}, are in
   * nobody's hand and have no message that waits; none is set forward. Call it until it answers 0;
   * those that are left then stand in {@link #open}, or are at work. Only for a consumer of which
   * everything after {@code to} is kept, and no identity was refused when it was forgotten.
   *
   * @param most so many at a time; 1 or more
   * @return how many were set back
   */
  public int setAllBack(String consumer, long to, int most, Mandate by) {
    return desk.act(
        () -> {
          int aggregates = gaps.setAllBack(consumer, to, most);
          if (aggregates == 0) {
            return Decision.discard(aggregates);
          }
          Entry.Subject subject = new Entry.Subject("consumer " + consumer, Optional.empty());
          String outcome = aggregates + " aggregates set back to version " + to;
          desk.audit().write(new Entry(by, Act.SET_BACK, subject, outcome));
          return Decision.commit(aggregates);
        });
  }
}
