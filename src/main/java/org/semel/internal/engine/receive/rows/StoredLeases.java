// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.util.List;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.receive.batch.ReceiveEvent;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.StoredPolicy;
import org.semel.internal.engine.receive.rows.StoredMessages.Quota;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;

/** Leases what is due to one worker, in short transactions, with retries within their budget. */
public final class StoredLeases {

  private final ConsumerPolicy policy;
  private final StoredPolicy stored;
  private final StoredMessages messages;
  private final Transactions transactions;
  private final RetryBudget budget;
  private final HeldLeases held;
  private final Observer<ReceiveEvent> observer;

  /**
   * Leases of one worker.
   *
   * @param budget of retries, shared by all workers of the consumer
   * @param held the leases that are renewed while the worker holds them
   * @param observer hears of leases that follow one that ran out
   */
  public StoredLeases(
      ConsumerPolicy policy,
      StoredMessages messages,
      Transactions transactions,
      RetryBudget budget,
      HeldLeases held,
      Observer<ReceiveEvent> observer) {
    this.policy = policy;
    this.stored = policy.stored().orElseThrow();
    this.messages = messages;
    this.transactions = transactions;
    this.budget = budget;
    this.held = held;
    this.observer = observer;
  }

  /** The leases that are renewed while the worker holds them. */
  HeldLeases held() {
    return held;
  }

  /** Leases what is due; discarded if nothing is. */
  Completion<List<LeasedMessage>> lease(BatchLimit most) {
    held.begin(StoredFailureHandler.TIMEOUT);
    int retries = budget.take((most.messages() + 1) / 2);
    Completion<List<LeasedMessage>> leased =
        transactions.inNew(StoredFailureHandler.TIMEOUT, () -> lease(quota(most, retries)));
    List<LeasedMessage> had = leased.committed().orElse(List.of());
    settle(had, retries);
    tell(had);
    return leased;
  }

  /** Retries within their budget, and at most half of what is taken. */
  private static Quota quota(BatchLimit most, int retries) {
    return new Quota(Math.max(1, most.messages() - retries), retries, most.bytes());
  }

  private Decision<List<LeasedMessage>> lease(Quota quota) {
    List<LeasedMessage> leased = messages.lease(policy.name(), quota, stored.lease());
    return leased.isEmpty() ? Decision.discard(leased) : Decision.commit(leased);
  }

  private void tell(List<LeasedMessage> leased) {
    int reclaimed = (int) leased.stream().filter(one -> one.history().reclaimed()).count();
    if (reclaimed > 0) {
      observer.on(new ReceiveEvent.Reclaimed(policy, reclaimed));
    }
  }

  /** Gives back to the budget what was taken from it and is not tried again now. */
  private void settle(List<LeasedMessage> leased, int taken) {
    int retries = (int) leased.stream().filter(one -> one.history().failures() > 0).count();
    budget.givenBack(taken - retries);
    budget.earned(leased.size() - retries);
  }
}
