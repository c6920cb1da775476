// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.time.Duration;
import java.util.List;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.ReceiveTask;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;

/**
 * Renews the leases of all workers of a consumer, three times in each lease, for as long as one of
 * them has something in hand: also while their consumer is paused, suspended or stopping.
 */
public final class LeaseRenewal implements ReceiveTask {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final StoredMessages messages;
  private final Transactions transactions;
  private final Duration lease;
  private final List<HeldLeases> held;
  private final WakeUp stop;

  /**
   * A renewer for all workers of a consumer.
   *
   * @param held whose leases are renewed
   * @param stop ends the sleep between two renewals
   */
  public LeaseRenewal(
      StoredMessages messages,
      Transactions transactions,
      Duration lease,
      List<HeldLeases> held,
      WakeUp stop) {
    this.messages = messages;
    this.transactions = transactions;
    this.lease = lease;
    this.held = held;
    this.stop = stop;
  }

  /** No limit: it renews all leases that there are. */
  @Override
  public BatchLimit limit() {
    return new BatchLimit(1, 1);
  }

  @Override
  public BatchResult run(BatchLimit most) {
    stop.await(lease.dividedBy(3));
    List<LeasedMessage> leased = held.stream().flatMap(worker -> worker.alive().stream()).toList();
    if (leased.isEmpty()) {
      return new BatchResult.Idle();
    }
    Completion<List<LeasedMessage>> renewed =
        transactions.inNew(
            TIMEOUT,
            () -> {
              messages.renew(leased, lease);
              return Decision.commit(leased);
            });
    return renewed
        .rolledBack()
        .<BatchResult>map(failed -> new BatchResult.TransientFault(failed.cause()))
        .orElseGet(BatchResult.Idle::new);
  }
}
