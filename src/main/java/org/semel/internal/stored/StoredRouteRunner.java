// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.stored;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.semel.internal.policy.ConsumerPolicy;
import org.semel.internal.receive.Occasion;
import org.semel.internal.receive.Receipt;
import org.semel.internal.receive.batch.BatchResult;
import org.semel.internal.receive.batch.ReceiveListener;
import org.semel.internal.receive.batch.Rollbacks;
import org.semel.internal.receive.batch.StoredRunResult;
import org.semel.internal.tx.Completion;
import org.semel.internal.tx.Decision;
import org.semel.internal.tx.Faults;
import org.semel.internal.tx.Transactions;

/**
 * Runs the routes of stored messages. Effect, intents and the row's stage commit together, in one
 * transaction of the database; a worker that has lost its lease meanwhile is rolled back.
 */
public final class StoredRouteRunner {

  private final ConsumerPolicy policy;
  private final StoredTransaction work;
  private final Transactions transactions;
  private final Faults faults;
  private final StoredFailureHandler failures;
  private final ReceiveListener listener;

  /**
   * A runner for all workers of a consumer.
   *
   * @param faults tells faults that pass from faults that stay
   * @param listener hears of lost leases
   */
  public StoredRouteRunner(
      ConsumerPolicy policy,
      StoredTransaction work,
      Transactions transactions,
      Faults faults,
      StoredFailureHandler failures,
      ReceiveListener listener) {
    this.policy = policy;
    this.work = work;
    this.transactions = transactions;
    this.faults = faults;
    this.failures = failures;
    this.listener = listener;
  }

  /** Runs these in one transaction. */
  StoredRunResult together(List<LeasedMessage> leased, HeldLeases held) {
    Completion<List<Receipt>> completion = inNew(() -> work.all(leased), held);
    return completion.fold(
        receipts -> ended(receipts, leased.size()),
        receipts -> ended(receipts, leased.size()),
        failed ->
            Rollbacks.stays(faults, failed)
                ? failed(failed.cause())
                : interrupted(failed.cause(), leased.size()),
        unknown -> interrupted(unknown.cause(), leased.size()));
  }

  private static StoredRunResult failed(Throwable cause) {
    return cause instanceof StepAmongOthers
        ? new StoredRunResult.Stepped()
        : new StoredRunResult.OneFailed();
  }

  private StoredRunResult interrupted(Throwable cause, int messages) {
    if (faults.ofAll(cause) == Faults.Opinion.CONTENDED) {
      listener.contended(policy, new BatchResult.Contended(messages, cause));
      return new StoredRunResult.LockConflict();
    }
    return new StoredRunResult.Unfinished(cause);
  }

  /**
   * What has expired is left over, and must be parked. If that cannot be written now, whoever is
   * idle next does it; what has taken effect has, in any case.
   */
  private StoredRunResult ended(List<Receipt> receipts, int run) {
    if (receipts.size() < run) {
      failures.park();
    }
    return new StoredRunResult.Concluded(receipts);
  }

  /** Runs this one, step by step, each in a transaction of its own. */
  StoredRunResult alone(LeasedMessage leased, HeldLeases held) {
    LeasedMessage at = leased;
    while (true) {
      LeasedMessage from = at;
      Completion<StoredTransaction.Stretch> completion = inNew(() -> work.stretch(from), held);
      Optional<StoredTransaction.Stretch> stretch = completion.committed();
      if (stretch.isEmpty()) {
        return undone(from, completion);
      }
      if (stretch.get().progress().isEmpty()) {
        return ended(stretch.get().receipts(), 1);
      }
      at = from.at(stretch.get().progress().get());
    }
  }

  /**
   * Without memory as little as possible is done inside the transaction, and nobody knows who else
   * has taken it: whatever that ended, it is nobody's failure, and all that was leased is given
   * back. The row tells whether it committed.
   */
  private <T> Completion<T> inNew(Supplier<T> act, HeldLeases held) {
    Duration timeout = policy.concurrency().transactionTimeout();
    held.begin(timeout);
    try {
      return transactions.inNew(timeout, () -> Decision.commit(Occasion.STORED.during(act)));
    } catch (OutOfMemoryError e) {
      return new Completion.Unknown<>(e);
    }
  }

  private <T> StoredRunResult undone(LeasedMessage leased, Completion<T> completion) {
    return completion
        .rolledBack()
        .filter(failed -> Rollbacks.stays(faults, failed))
        .map(failed -> failed(leased, failed.cause()))
        .orElseGet(() -> new StoredRunResult.Unfinished(completion.fault().orElseThrow()));
  }

  private StoredRunResult failed(LeasedMessage leased, Throwable cause) {
    if (cause instanceof LeaseLost) {
      listener.leaseLost(policy, leased.identity());
      return new StoredRunResult.Concluded(List.of());
    }
    return failures.failed(leased, Rollbacks.failure(cause));
  }
}
