// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jta;

import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.util.Optional;
import org.semel.Code;
import org.semel.SemelException;

/** A thread's transaction, suspended while the thread does other work. */
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
          Code.NO_TRANSACTION, "The transaction manager cannot suspend a transaction.", e);
    }
  }

  void takeUp(Optional<Transaction> outer) {
    try {
      if (outer.isPresent()) {
        manager.resume(outer.get());
      }
    } catch (InvalidTransactionException | SystemException e) {
      throw new SemelException(
          Code.NO_TRANSACTION, "The transaction manager cannot resume a transaction.", e);
    }
  }
}
