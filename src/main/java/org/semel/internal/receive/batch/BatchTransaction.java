// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.receive.batch;

import java.time.Duration;
import java.util.List;
import org.semel.internal.receive.Receipt;
import org.semel.internal.tx.Transactions;
import org.semel.internal.tx.Work;

/** One transaction over messages, from its begin to what it came to. */
final class BatchTransaction {

  private final Transactions transactions;
  private final Duration timeout;
  private final BatchOutcome outcome;

  BatchTransaction(Transactions transactions, Duration timeout, BatchOutcome outcome) {
    this.transactions = transactions;
    this.timeout = timeout;
    this.outcome = outcome;
  }

  /**
   * Runs {@code work} in it. Without memory as little as possible is done inside the transaction;
   * once that has rolled back, what the route held is free again.
   */
  BatchResult run(Work<List<Receipt>> work, BatchProgress progress) {
    try {
      return outcome.of(transactions.inNew(timeout, work), progress);
    } catch (OutOfMemoryError e) {
      return withoutMemory(e, progress);
    }
  }

  /** There may be too little even to find out whose messages these are. */
  private BatchResult withoutMemory(OutOfMemoryError error, BatchProgress progress) {
    try {
      return outcome.withoutMemory(error, progress);
    } catch (OutOfMemoryError again) {
      return new BatchResult.TransientFault(error);
    }
  }
}
