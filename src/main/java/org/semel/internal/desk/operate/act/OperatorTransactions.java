// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.act;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.desk.operate.audit.Audit;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Faults;
import org.semel.internal.engine.tx.Transactions;
import org.semel.internal.engine.tx.Work;
import org.semel.operations.AuditEntry;

/**
 * Runs each act in a short transaction of its own, whatever transaction the caller has, and writes
 * its entry of the audit there.
 */
public final class OperatorTransactions {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Transactions transactions;
  private final Audit audit;
  private final Faults faults;
  private final Supplier<Optional<Duration>> silence;
  private final BooleanSupplier worthAsking;

  /** The same; of the database nothing is known. */
  public OperatorTransactions(Transactions transactions, Audit audit, Faults faults) {
    this(transactions, audit, faults, Optional::empty, () -> true);
  }

  /**
   * Transactions of operators.
   *
   * @param audit what operators did
   * @param faults classifies faults as transient or permanent
   * @param silence for how long the database has not answered; empty while it answers
   * @param worthAsking whether a view is to ask it all the same
   */
  public OperatorTransactions(
      Transactions transactions,
      Audit audit,
      Faults faults,
      Supplier<Optional<Duration>> silence,
      BooleanSupplier worthAsking) {
    this.transactions = transactions;
    this.audit = audit;
    this.faults = faults;
    this.silence = silence;
    this.worthAsking = worthAsking;
  }

  /** What operators did. */
  public Audit audit() {
    return audit;
  }

  /** Writes an entry of the audit in the transaction of the act. */
  public void write(AuditEntry entry) {
    audit.write(entry);
  }

  /** Whether {@code cause}, of a transaction that rolled back, is transient. */
  public boolean isTransient(Throwable cause) {
    return faults.ofAll(cause).passes();
  }

  /** Whether an act was rolled back, and would be again: by what is in a row, say. */
  public boolean failsAgain(SemelException failed) {
    return failed.code() == Code.ACT_UNDONE && !isTransient(failed);
  }

  /** Runs {@code work} in a transaction of its own that may last as long as {@code timeout}. */
  public <T> Completion<T> inNew(Duration timeout, Work<T> work) {
    return transactions.inNew(timeout, work);
  }

  /** What {@code work} decided, once its transaction has committed. */
  public <T> T act(Work<T> work) {
    return outcome(transactions.inNew(TIMEOUT, work));
  }

  /**
   * What a view shows; nothing is written. While the database is silent it is asked now and then
   * only, so that no view waits for long.
   *
   * @throws ViewUnread if it could not be read
   */
  public <T> T look(Supplier<T> work) {
    Optional<Duration> silent = worthAsking.getAsBoolean() ? Optional.empty() : silence.get();
    if (silent.isPresent()) {
      throw new ViewUnread(silent, null);
    }
    return transactions
        .inNew(TIMEOUT, () -> Decision.discard(work.get()))
        .orElseThrow(cause -> new ViewUnread(silence.get(), cause));
  }

  /** What an act must know first; nothing is written. */
  public <T> T ask(Supplier<T> work) {
    return act(() -> Decision.discard(work.get()));
  }

  /**
   * The value of a transaction that came to a known end.
   *
   * @throws SemelException if it rolled back, or its outcome is unknown
   */
  public static <T> T outcome(Completion<T> completion) {
    return completion.fold(
        committed -> committed,
        discarded -> discarded,
        failed -> {
          throw undone(failed.cause());
        },
        unknown -> {
          throw inDoubt(unknown.cause());
        });
  }

  private static RuntimeException undone(Throwable cause) {
    if (cause instanceof PlanLeaseLost lost) {
      return lost;
    }
    return new SemelException(
        Code.ACT_UNDONE,
        "The act was rolled back and has changed nothing: " + cause.getClass().getName() + ".",
        cause);
  }

  private static SemelException inDoubt(Throwable cause) {
    return new SemelException(
        Code.OUTCOME_IN_DOUBT,
        "It is unknown whether the act holds; look at what it was done to, and at the transaction"
            + " manager's log.",
        cause);
  }
}
