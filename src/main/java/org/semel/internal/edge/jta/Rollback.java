// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jta;

import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.util.Optional;
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

  /** Rolls back and keeps, beside {@code because}, whatever goes wrong on the way. */
  TransactionStatus of(JtaLentTransaction ours, Throwable because) {
    if (!ours.isHere()) {
      present().ifPresent(other -> here(because));
      takeUp(ours, because);
    }
    if (ours.isHere()) {
      here(because);
    }
    TransactionStatus phase = ours.phase();
    ours.close();
    return phase;
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

  private void here(Throwable because) {
    try {
      manager.rollback();
    } catch (Throwable e) { // of a resource, too: the transaction manager lets its errors through
      aside.put(); // the thread must not carry it into its next piece of work
      if (e != because) {
        because.addSuppressed(e);
      }
    }
  }
}
