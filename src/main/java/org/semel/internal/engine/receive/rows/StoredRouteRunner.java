// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.receive.HandlingFailed;
import org.semel.internal.engine.receive.Occasion;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.ReceiveEvent;
import org.semel.internal.engine.receive.batch.StoredRunResult;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.tx.Cause;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Faults;
import org.semel.internal.engine.tx.Transactions;

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
  private final Observer<ReceiveEvent> observer;

  /**
   * A runner for all workers of a consumer.
   *
   * @param faults tells faults that pass from faults that stay
   * @param observer hears of lost leases
   */
  public StoredRouteRunner(
      ConsumerPolicy policy,
      StoredTransaction work,
      Transactions transactions,
      Faults faults,
      StoredFailureHandler failures,
      Observer<ReceiveEvent> observer) {
    this.policy = policy;
    this.work = work;
    this.transactions = transactions;
    this.faults = faults;
    this.failures = failures;
    this.observer = observer;
  }

  /** Runs these in one transaction. */
  StoredRunResult together(List<LeasedMessage> leased, HeldLeases held) {
    Completion<List<Receipt>> completion = inNew(() -> work.all(leased), held);
    return completion.fold(
        receipts -> ended(receipts, leased.size()),
        receipts -> ended(receipts, leased.size()),
        failed -> undone(failed, leased.size()),
        unknown -> new StoredRunResult.Unfinished(unknown.cause(), Cause.UNDECIDED));
  }

  private static StoredRunResult failed(Throwable cause) {
    return cause instanceof StepAmongOthers
        ? new StoredRunResult.Stepped()
        : new StoredRunResult.OneFailed();
  }

  private StoredRunResult undone(Completion.RolledBack<?> failed, int messages) {
    Cause line = faults.of(failed);
    return switch (line.verdict()) {
      case FAILURE -> failed(failed.cause());
      case CONTENTION -> {
        observer.on(
            new ReceiveEvent.Contended(
                policy, new BatchResult.Contended(messages, failed.cause())));
        yield new StoredRunResult.LockConflict();
      }
      case OUTAGE, IN_DOUBT -> new StoredRunResult.Unfinished(failed.cause(), line);
    };
  }

  /**
   * The result of a committed run. A message without a receipt has expired and must be parked. If
   * that cannot be written now, the next idle worker does it; the effects of the others hold in any
   * case.
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

  private <T> Completion<T> inNew(Supplier<T> act, HeldLeases held) {
    Duration timeout = policy.concurrency().transactionTimeout();
    held.begin(timeout);
    return transactions.inNew(timeout, () -> Decision.commit(Occasion.STORED.during(act)));
  }

  private <T> StoredRunResult undone(LeasedMessage leased, Completion<T> completion) {
    Cause line = completion.rolledBack().map(faults::of).orElse(Cause.UNDECIDED);
    Throwable fault = completion.fault().orElseThrow();
    return line.passes() ? new StoredRunResult.Unfinished(fault, line) : failed(leased, fault);
  }

  private StoredRunResult failed(LeasedMessage leased, Throwable cause) {
    if (cause instanceof LeaseLost) {
      observer.on(new ReceiveEvent.LeaseLost(policy, leased.identity()));
      return new StoredRunResult.Concluded(List.of());
    }
    return failures.failed(leased, HandlingFailed.failure(cause));
  }
}
