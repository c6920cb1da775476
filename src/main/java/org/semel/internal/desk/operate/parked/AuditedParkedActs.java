// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.parked;

import java.util.List;
import java.util.Optional;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.desk.operate.parked.ParkedCases.Hold;
import org.semel.internal.desk.operate.parked.ParkedCases.Hold.Locked;
import org.semel.internal.desk.operate.plan.Plans;
import org.semel.internal.desk.operate.plan.PlansOfOne;
import org.semel.internal.desk.operate.replay.MessageReplay;
import org.semel.internal.engine.tx.Decision;
import org.semel.operations.AuditEntry;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.OperatorContext;
import org.semel.operations.ParkedActs;
import org.semel.operations.ParkedActs.FailureGroup;
import org.semel.operations.ParkedActs.GroupPlace;
import org.semel.operations.ParkedActs.WithdrawalResult;
import org.semel.operations.ParkedCase;
import org.semel.operations.ParkedCase.ParkedState;
import org.semel.operations.ParkedFilter;
import org.semel.operations.Plan;
import org.semel.operations.ReleaseResult;
import org.semel.operations.RowVersion;

/** Acts upon parked messages, each with its entry of the audit. */
public final class AuditedParkedActs implements ParkedActs {

  private final OperatorTransactions transactions;
  private final ParkedCases cases;
  private final MessageReplay replay;
  private final PlansOfOne elsewhere;

  public AuditedParkedActs(
      OperatorTransactions transactions, ParkedCases cases, MessageReplay replay, Plans plans) {
    this.transactions = transactions;
    this.cases = cases;
    this.replay = replay;
    this.elsewhere = new PlansOfOne(transactions, plans);
  }

  @Override
  public Optional<ParkedCase> show(long id, int most) {
    return transactions.look(() -> cases.show(id, most));
  }

  @Override
  public Optional<ParkedCase> view(long id, int most, OperatorContext by) {
    return transactions.act(
        () -> {
          Optional<ParkedCase> found = cases.show(id, most);
          found.ifPresent(
              one -> transactions.write(new AuditEntry(by, Act.VIEW, one.audited(), "body read")));
          return found.isPresent() ? Decision.commit(found) : Decision.discard(found);
        });
  }

  @Override
  public List<ParkedCase> waiting(String consumer, long after, int most) {
    return transactions.look(() -> cases.waiting(consumer, after, most));
  }

  @Override
  public List<Long> search(String consumer, ParkedFilter which, long after, int most) {
    return transactions.look(() -> cases.search(consumer, which, after, most));
  }

  @Override
  public List<FailureGroup> groups(Optional<String> consumer, GroupPlace after, int most) {
    return transactions.look(() -> cases.groups(consumer, after, most));
  }

  @Override
  public ReleaseResult release(long id, RowVersion seen, OperatorContext by) {
    return elsewhere.or(
        () -> replay.replay(id, seen, by, outcome -> {}), Plan.Source.PARKED, id, seen, by);
  }

  @Override
  public WithdrawalResult withdraw(long id, RowVersion seen, OperatorContext by) {
    return transactions.act(
        () -> {
          Hold hold = cases.hold(id, seen);
          if (!(hold instanceof Locked held)) {
            return Decision.discard(notWithdrawn(hold));
          }
          if (cases.tellsOfAGap(held.waiting())) {
            return Decision.discard(new WithdrawalResult.TellsOfAGap());
          }
          cases.settle(id, ParkedState.WITHDRAWN);
          transactions.write(
              new AuditEntry(by, Act.WITHDRAW, held.waiting().audited(), "withdrawn"));
          return Decision.commit(new WithdrawalResult.Withdrawn());
        });
  }

  private static WithdrawalResult notWithdrawn(Hold hold) {
    if (hold instanceof Hold.AlreadySettled settled) {
      return new WithdrawalResult.AlreadySettled(settled.state());
    }
    if (hold instanceof Hold.Changed) {
      return new WithdrawalResult.Changed();
    }
    return hold instanceof Hold.Busy
        ? new WithdrawalResult.Busy()
        : new WithdrawalResult.NotFound();
  }
}
