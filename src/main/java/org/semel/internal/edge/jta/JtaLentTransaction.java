// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jta;

import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.util.Optional;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.engine.tx.LentTransaction;
import org.semel.internal.engine.tx.MarkedRollbackOnly;
import org.semel.internal.engine.tx.TransactionEnded;
import org.semel.internal.engine.tx.TransactionTimedOut;

/** Identifies the lent transaction by the transaction manager's object for it. */
final class JtaLentTransaction implements LentTransaction {

  private final TransactionManager manager;
  private final Transaction lent;
  private final CommitGuard guard;
  private final Optional<Deadline> deadline;
  private boolean closed;

  /**
   * Lends {@code transaction}.
   *
   * @param guard of that transaction
   * @param deadline of that transaction, if it is known
   */
  JtaLentTransaction(
      TransactionManager manager,
      Transaction transaction,
      CommitGuard guard,
      Optional<Deadline> deadline) {
    this.manager = manager;
    this.lent = transaction;
    this.guard = guard;
    this.deadline = deadline;
    guard.lend();
  }

  @Override
  public void requireSame() {
    TransactionStatus phase = phase();
    if (!isHere()
        || phase == TransactionStatus.NONE
        || phase == TransactionStatus.DECIDING
        || phase == TransactionStatus.COMMITTED) {
      throw new TransactionEnded("The work ended the transaction that it ran in, or replaced it");
    }
  }

  /**
   * Tells overtime from a mark. While work runs, only a transaction manager itself rolls back and
   * leaves the transaction with its thread, and only at its timeout. Some managers only mark the
   * transaction then; the deadline tells why.
   */
  @Override
  public void requireIntact() {
    requireSame();
    TransactionStatus phase = phase();
    if (phase == TransactionStatus.ROLLED_BACK) {
      throw new TransactionTimedOut();
    }
    if (phase == TransactionStatus.MARKED) {
      throw deadline.filter(Deadline::passed).isPresent()
          ? new TransactionTimedOut()
          : new MarkedRollbackOnly();
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      guard.giveBack();
    }
  }

  Transaction transaction() {
    return lent;
  }

  /** Whether the thread is in it, whatever its state. */
  boolean isHere() {
    try {
      return lent.equals(manager.getTransaction());
    } catch (SystemException e) {
      throw untold(e);
    }
  }

  /** Its state, on whatever thread it is. */
  TransactionStatus phase() {
    try {
      return TransactionStatus.of(lent.getStatus());
    } catch (SystemException e) {
      throw untold(e);
    }
  }

  private static SemelException untold(SystemException e) {
    return new SemelException(
        Code.NO_TRANSACTION,
        "The transaction manager cannot report the state of the transaction.",
        e);
  }
}
