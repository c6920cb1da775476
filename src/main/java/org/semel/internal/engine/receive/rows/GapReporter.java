// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.ReceiveEvent;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedStore;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.OrderPolicy;
import org.semel.internal.engine.receive.rows.Versions.HeldMessage;
import org.semel.internal.engine.receive.rows.Versions.Overdue;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;

/**
 * Parks notices of gaps that last too long; what waits behind them waits on. Several in one
 * transaction.
 */
final class GapReporter {

  /** The number of bytes of bodies that are read together; the last body may exceed it. */
  private static final long TOGETHER = 32 << 20;

  private final ConsumerPolicy policy;
  private final OrderPolicy order;
  private final Versions versions;
  private final ParkedStore parking;
  private final Transactions transactions;
  private final Observer<ReceiveEvent> observer;

  GapReporter(
      ConsumerPolicy policy,
      Versions versions,
      ParkedStore parking,
      Transactions transactions,
      Observer<ReceiveEvent> observer) {
    this.policy = policy;
    this.order = policy.ordered().orElseThrow();
    this.versions = versions;
    this.parking = parking;
    this.transactions = transactions;
    this.observer = observer;
  }

  /** See {@link HeldFailureHandler#reportGaps}. */
  Optional<Throwable> report() {
    return reported().fault();
  }

  private Completion<List<Receipt>> reported() {
    Completion<List<Receipt>> completion =
        transactions.inNew(StoredFailureHandler.TIMEOUT, () -> Decision.commit(overdue()));
    completion
        .committed()
        .filter(receipts -> !receipts.isEmpty())
        .ifPresent(
            receipts ->
                observer.on(
                    new ReceiveEvent.Done(policy, new BatchResult.BatchCommitted(receipts))));
    return completion;
  }

  private List<Receipt> overdue() {
    List<Receipt> receipts = new ArrayList<>();
    for (Overdue gap : versions.overdue(policy.name(), order.patience().gap(), TOGETHER)) {
      HeldMessage first = gap.first(); // which goes on waiting, with its claim
      ParkedMessage parked =
          new ParkedMessage(
              policy.name(),
              first.message(),
              gap.verdict(),
              ParkedMessage.IdentityEvidence.of(first.offer()));
      parking.park(List.of(parked));
      receipts.add(new Receipt.Parked(parked));
    }
    return receipts;
  }
}
