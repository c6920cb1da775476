// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jta;

import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Optional;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.engine.tx.NoTransaction;

/** Lends transactions to other work. All borrowers of one transaction share its guard. */
final class JtaLending {

  private final TransactionManager manager;
  private final TransactionSynchronizationRegistry registry;

  JtaLending(TransactionManager manager, TransactionSynchronizationRegistry registry) {
    this.manager = manager;
    this.registry = registry;
  }

  /** Lends the calling thread's transaction. */
  JtaLentTransaction lend() {
    try {
      Transaction transaction = manager.getTransaction();
      if (transaction == null) {
        throw new NoTransaction("lend a transaction", TransactionStatus.NONE.sentence());
      }
      return new JtaLentTransaction(manager, transaction, guard(transaction), deadline());
    } catch (SystemException e) {
      throw new SemelException(
          Code.NO_TRANSACTION, "The transaction manager cannot identify the transaction.", e);
    }
  }

  /**
   * The deadline of a transaction of ours; empty if another party began it, or if it can no longer
   * be asked.
   */
  private Optional<Deadline> deadline() {
    try {
      return registry.getResource(Deadline.class) instanceof Deadline ours
          ? Optional.of(ours)
          : Optional.empty();
    } catch (IllegalStateException e) {
      return Optional.empty();
    }
  }

  /** One that can only roll back needs none, and may not be asked any more. */
  private CommitGuard guard(Transaction transaction) throws SystemException {
    if (TransactionStatus.of(transaction.getStatus()) != TransactionStatus.ACTIVE) {
      return new CommitGuard();
    }
    CommitGuard guard = new CommitGuard();
    try {
      if (registry.getResource(CommitGuard.class) instanceof CommitGuard there) {
        return there;
      }
      transaction.registerSynchronization(guard);
      registry.putResource(CommitGuard.class, guard);
    } catch (RollbackException | IllegalStateException e) {
      return guard; // it was bound to roll back meanwhile
    }
    return guard;
  }
}
