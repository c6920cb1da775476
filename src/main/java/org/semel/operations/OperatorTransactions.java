// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Duration;
import java.util.function.Supplier;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.tx.Completion;
import org.semel.internal.tx.Completion.Committed;
import org.semel.internal.tx.Completion.Discarded;
import org.semel.internal.tx.Completion.RolledBack;
import org.semel.internal.tx.Decision;
import org.semel.internal.tx.Transactions;
import org.semel.internal.tx.Work;

/** Runs each act in a short transaction of its own, whatever transaction the caller has. */
final class OperatorTransactions {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Transactions transactions;
  private final Audit audit;

  OperatorTransactions(Transactions transactions, Audit audit) {
    this.transactions = transactions;
    this.audit = audit;
  }

  Transactions transactions() {
    return transactions;
  }

  Audit audit() {
    return audit;
  }

  /** What {@code work} decided, once that holds. */
  <T> T act(Work<T> work) {
    return outcome(transactions.inNew(TIMEOUT, work));
  }

  /** What {@code work} found; nothing is written. */
  <T> T look(Supplier<T> work) {
    return act(() -> Decision.discard(work.get()));
  }

  /**
   * What a transaction came to.
   *
   * @throws SemelException if it did not come to an end that is known
   */
  static <T> T outcome(Completion<T> completion) {
    if (completion instanceof Committed<T> committed) {
      return committed.value();
    }
    if (completion instanceof Discarded<T> discarded) {
      return discarded.value();
    }
    if (completion instanceof RolledBack<T> rolledBack) {
      if (rolledBack.cause() instanceof PlanLeaseLost lost) {
        throw lost;
      }
      throw undone(rolledBack.cause());
    }
    throw inDoubt(((Completion.Unknown<T>) completion).cause());
  }

  private static SemelException undone(Throwable cause) {
    return new SemelException(
        Code.ACT_UNDONE,
        "The act was rolled back and has changed nothing: " + cause.getClass().getName() + ".",
        cause);
  }

  private static SemelException inDoubt(Throwable cause) {
    return new SemelException(
        Code.OUTCOME_IN_DOUBT,
        "Nobody knows whether the act holds; look at what it was done to, and at the transaction"
            + " manager's log.",
        cause);
  }
}
