// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.List;
import java.util.Optional;
import org.semel.internal.ordered.Gaps;
import org.semel.internal.ordered.Gaps.Gap;
import org.semel.internal.ordered.Gaps.Loss;
import org.semel.internal.ordered.Gaps.SettingBack;
import org.semel.internal.ordered.Gaps.Standing;
import org.semel.internal.tx.Decision;
import org.semel.message.Identity;

/**
 * Gaps between the versions of aggregates, and how far aggregates have come, where a consumer keeps
 * them in order.
 */
public final class GapActs {

  private final OperatorTransactions desk;
  private final Gaps gaps;

  GapActs(OperatorTransactions desk, Gaps gaps) {
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
   * released in order, at the next poll of any node that runs the consumer. A lost version that
   * arrives after all is ignored. If part of the gap has closed meanwhile, the rest is lost.
   */
  public Loss declareLost(Gap gap, OperatorContext by) {
    return desk.act(
        () -> {
          Loss loss = gaps.declareLost(gap.aggregate(), gap.to());
          if (!(loss instanceof Loss.Lost lost)) {
            return Decision.discard(loss);
          }
          String what = "versions " + lost.gap().from() + " to " + lost.gap().to();
          AuditEntry.Subject subject = new AuditEntry.Subject(what, Optional.of(gap.aggregate()));
          desk.audit().write(new AuditEntry(by, Act.DECLARE_LOST, subject, "lost"));
          return Decision.commit(loss);
        });
  }

  /**
   * Sets an aggregate back, so that its versions after {@code to} take effect again as they arrive
   * or are replayed, each after the one before it. A version that arrives early in between waits as
   * usual. Remembered identities stay absorbed: {@link KeptActs#forget} them, too. Refused while
   * messages of the aggregate wait or are being handled.
   *
   * <p>The same act sets an aggregate forward that was set back too far: versions up to {@code to}
   * are then old.
   *
   * @param aggregate the consumer's name and the aggregate's key
   * @param to the version that it shall have reached: one less than the first that shall take
   *     effect again. That first one must still arrive or be kept; otherwise those after it wait
   *     for it
   */
  public SettingBack setBack(Identity aggregate, long to, OperatorContext by) {
    return desk.act(
        () -> {
          SettingBack came = gaps.setBack(aggregate, to);
          if (!(came instanceof SettingBack.SetBack set)) {
            return Decision.discard(came);
          }
          AuditEntry.Subject subject = new AuditEntry.Subject("aggregate", Optional.of(aggregate));
          String way = set.from() > to ? "back" : "forward";
          String outcome = "set " + way + " from version " + set.from() + " to " + to;
          desk.audit().write(new AuditEntry(by, Act.SET_BACK, subject, outcome));
          return Decision.commit(came);
        });
  }

  /**
   * The same for those aggregates of a consumer that are beyond {@code to}, are not being handled
   * and have no waiting message; none is set forward. Call it until it answers 0. Those left then
   * are listed by {@link #open}, or are being handled. Only for a consumer of which everything
   * after {@code to} is kept, and no identity was refused when it was forgotten.
   *
   * @param most so many at a time; 1 or more
   * @return how many were set back
   */
  public int setAllBack(String consumer, long to, int most, OperatorContext by) {
    return desk.act(
        () -> {
          int aggregates = gaps.setAllBack(consumer, to, most);
          if (aggregates == 0) {
            return Decision.discard(aggregates);
          }
          AuditEntry.Subject subject =
              new AuditEntry.Subject("consumer " + consumer, Optional.empty());
          String outcome = aggregates + " aggregates set back to version " + to;
          desk.audit().write(new AuditEntry(by, Act.SET_BACK, subject, outcome));
          return Decision.commit(aggregates);
        });
  }
}
