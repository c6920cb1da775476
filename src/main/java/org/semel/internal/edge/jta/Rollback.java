// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jta;

import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.util.Optional;
import java.util.stream.Stream;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.During;

/**
 * Rolls a transaction back, whatever the work did to it and to the thread. Afterwards the thread
 * has no transaction.
 */
final class Rollback {

  private final TransactionManager manager;
  private final SuspendedTransaction aside;

  Rollback(TransactionManager manager, SuspendedTransaction aside) {
    this.manager = manager;
    this.aside = aside;
  }

  /**
   * Rolls back and keeps, beside {@code because}, whatever goes wrong on the way.
   *
   * @throws OutOfMemoryError as any that {@link #throwIfTheMachineEnds} throws
   */
  TransactionStatus of(JtaLentTransaction ours, Throwable because) {
    try {
      if (!ours.isHere()) {
        present().ifPresent(other -> here(because));
        takeUp(ours, because);
      }
      if (ours.isHere()) {
        here(because);
      }
      return ours.phase();
    } finally {
      ours.close();
    }
  }

  /** Throws on what ends the virtual machine: the server ends, and meanwhile nothing is learnt. */
  static void throwIfTheMachineEnds(Throwable met) {
    if (met instanceof OutOfMemoryError || met instanceof UnknownError) {
      throw (Error) met;
    }
  }

  /**
   * Rolls back what has nothing to keep. An error on the way is told: the transaction may hold its
   * locks for a while.
   */
  <T> Completion<T> discarded(JtaLentTransaction ours, T value) {
    IllegalStateException failed =
        new IllegalStateException("A transaction that had nothing to keep was not rolled back");
    TransactionStatus phase = of(ours, failed);
    if (phase != TransactionStatus.ROLLED_BACK && phase != TransactionStatus.NONE) {
      return new Completion.Unknown<>(failed);
    }
    return Stream.of(failed.getSuppressed()).anyMatch(Error.class::isInstance)
        ? new Completion.RolledBack<>(During.COMMIT, failed)
        : new Completion.Discarded<>(value);
  }

  /**
   * Rolls back what cannot be committed. A transaction manager that lets others commit what we have
   * lent has kept what must be undone.
   */
  <T> Completion<T> undone(JtaLentTransaction ours, During during, Throwable cause) {
    return of(ours, cause) == TransactionStatus.COMMITTED
        ? new Completion.Unknown<>(cause)
        : new Completion.RolledBack<>(during, cause);
  }

  private Optional<Transaction> present() {
    try {
      return Optional.ofNullable(manager.getTransaction());
    } catch (SystemException e) {
      return Optional.empty();
    }
  }

  /** The work suspended it without ending it, so it still holds its locks. */
  private void takeUp(JtaLentTransaction ours, Throwable because) {
    TransactionStatus phase = ours.phase();
    if (phase != TransactionStatus.ACTIVE && phase != TransactionStatus.MARKED) {
      return;
    }
    try {
      aside.takeUp(Optional.of(ours.transaction()));
    } catch (RuntimeException e) {
      because.addSuppressed(e);
    }
  }

  /** Rolls back the thread's transaction. */
  void here(Throwable because) {
    try {
      manager.rollback();
    } catch (Throwable e) { // of a resource, too: the transaction manager lets its errors through
      aside.put(); // the thread must not carry it into its next piece of work
      throwIfTheMachineEnds(e);
      if (e != because) {
        because.addSuppressed(e);
      }
    }
  }
}
