// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.gaps;

import java.util.List;
import java.util.Optional;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Identity;
import org.semel.operations.AuditEntry;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.GapActs;
import org.semel.operations.GapActs.AggregateStanding;
import org.semel.operations.GapActs.Gap;
import org.semel.operations.GapActs.GapPlace;
import org.semel.operations.GapActs.Loss;
import org.semel.operations.GapActs.SettingBack;
import org.semel.operations.OperatorContext;

/** Acts upon gaps between versions, each with its entry of the audit. */
public final class AuditedGapActs implements GapActs {

  private final OperatorTransactions transactions;
  private final Gaps gaps;

  public AuditedGapActs(OperatorTransactions transactions, Gaps gaps) {
    this.transactions = transactions;
    this.gaps = gaps;
  }

  @Override
  public List<Gap> open(String consumer, GapPlace after, int most) {
    return transactions.look(() -> gaps.open(consumer, after, most));
  }

  @Override
  public Optional<Gap> of(Identity aggregate) {
    return transactions.look(() -> gaps.of(aggregate));
  }

  @Override
  public Optional<AggregateStanding> standing(Identity aggregate) {
    return transactions.look(() -> gaps.standing(aggregate));
  }

  @Override
  public Loss declareLost(Gap gap, OperatorContext by) {
    return transactions.act(
        () -> {
          Loss loss = gaps.declareLost(gap.aggregate(), gap.to());
          if (!(loss instanceof Loss.Lost lost)) {
            return Decision.discard(loss);
          }
          String what = "versions " + lost.gap().from() + " to " + lost.gap().to();
          AuditEntry.Subject subject = new AuditEntry.Subject(what, Optional.of(gap.aggregate()));
          transactions.write(new AuditEntry(by, Act.DECLARE_LOST, subject, "lost"));
          return Decision.commit(loss);
        });
  }

  @Override
  public SettingBack setBack(Identity aggregate, long to, OperatorContext by) {
    return transactions.act(
        () -> {
          SettingBack came = gaps.setBack(aggregate, to);
          if (!(came instanceof SettingBack.SetBack set)) {
            return Decision.discard(came);
          }
          AuditEntry.Subject subject = new AuditEntry.Subject("aggregate", Optional.of(aggregate));
          String way = set.from() > to ? "back" : "forward";
          String outcome = "set " + way + " from version " + set.from() + " to " + to;
          transactions.write(new AuditEntry(by, Act.SET_BACK, subject, outcome));
          return Decision.commit(came);
        });
  }

  @Override
  public int setAllBack(String consumer, long to, int most, OperatorContext by) {
    return transactions.act(
        () -> {
          int aggregates = gaps.setAllBack(consumer, to, most);
          if (aggregates == 0) {
            return Decision.discard(aggregates);
          }
          AuditEntry.Subject subject =
              new AuditEntry.Subject("consumer " + consumer, Optional.empty());
          String outcome = aggregates + " aggregates set back to version " + to;
          transactions.write(new AuditEntry(by, Act.SET_BACK, subject, outcome));
          return Decision.commit(aggregates);
        });
  }
}
