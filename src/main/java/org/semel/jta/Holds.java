// SPDX-License-Identifier: Apache-2.0
package org.semel.jta;

import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.tx.NoTransaction;

/** Holds transactions. All who hold the same one share its guard. */
final class Holds {

  private final TransactionManager manager;
  private final TransactionSynchronizationRegistry registry;

  Holds(TransactionManager manager, TransactionSynchronizationRegistry registry) {
    this.manager = manager;
    this.registry = registry;
  }

  /** Holds the calling thread's. */
  JtaHold take() {
    try {
      Transaction transaction = manager.getTransaction();
      if (transaction == null) {
        throw new NoTransaction("hold a transaction", Phase.NONE.sentence());
      }
      return new JtaHold(manager, transaction, guard(transaction));
    } catch (SystemException e) {
      throw new SemelException(
          Code.NO_TRANSACTION, "The transaction manager cannot tell which transaction it is.", e);
    }
  }

  /** One that can only roll back needs none, and may not be asked any more. */
  private Guard guard(Transaction transaction) throws SystemException {
    if (Phase.of(transaction.getStatus()) != Phase.ACTIVE) {
      return new Guard();
    }
    Guard guard = new Guard();
    try {
      if (registry.getResource(Guard.class) instanceof Guard there) {
        return there;
      }
      transaction.registerSynchronization(guard);
      registry.putResource(Guard.class, guard);
    } catch (RollbackException | IllegalStateException e) {
      return guard; // it was bound to roll back meanwhile
    }
    return guard;
  }
}
