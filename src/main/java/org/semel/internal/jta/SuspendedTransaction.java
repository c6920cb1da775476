// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.jta;

import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.util.Optional;
import org.semel.Code;
import org.semel.SemelException;

/** Where a thread's transaction waits while the thread does what does not belong to it. */
final class SuspendedTransaction {

  private final TransactionManager manager;

  SuspendedTransaction(TransactionManager manager) {
    this.manager = manager;
  }

  /** Empty if the thread has none. */
  Optional<Transaction> put() {
    try {
      return Optional.ofNullable(manager.suspend());
    } catch (SystemException e) {
      throw new SemelException(
          Code.NO_TRANSACTION, "The transaction manager cannot set a transaction aside.", e);
    }
  }

  void takeUp(Optional<Transaction> outer) {
    try {
      if (outer.isPresent()) {
        manager.resume(outer.get());
      }
    } catch (InvalidTransactionException | SystemException e) {
      throw new SemelException(
          Code.NO_TRANSACTION, "The transaction manager cannot take a transaction up again.", e);
    }
  }
}
