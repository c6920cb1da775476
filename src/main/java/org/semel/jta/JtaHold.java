// SPDX-License-Identifier: Apache-2.0
package org.semel.jta;

import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.tx.Hold;
import org.semel.tx.MarkedRollbackOnly;
import org.semel.tx.TransactionEnded;
import org.semel.tx.TransactionTimedOut;

/** A {@link Hold} of a transaction, by the object that the transaction manager knows it by. */
final class JtaHold implements Hold {

  private final TransactionManager manager;
  private final Transaction held;
  private final Guard guard;

  /**
   * Holds {@code transaction}.
   *
   * @param guard of that transaction
   */
  JtaHold(TransactionManager manager, Transaction transaction, Guard guard) {
    this.manager = manager;
    this.held = transaction;
    this.guard = guard;
    guard.hold();
  }

  @Override
  public void requireSame() {
    Phase phase = phase();
    if (!isHere() || phase == Phase.NONE || phase == Phase.DECIDING || phase == Phase.COMMITTED) {
      throw new TransactionEnded("The work ended the transaction that it ran in, or replaced it");
    }
  }

  /**
   * Nobody but the transaction manager itself rolls back under the feet of the work, and leaves the
   * transaction with its thread, and only for its time.
   */
  @Override
  public void requireIntact() {
    requireSame();
    Phase phase = phase();
    if (phase == Phase.ROLLED_BACK) {
      throw new TransactionTimedOut();
    }
    if (phase == Phase.MARKED) {
      throw new MarkedRollbackOnly();
    }
  }

  @Override
  public void close() {
    guard.letGo();
  }

  Transaction transaction() {
    return held;
  }

  /** Whether the thread is in it, whatever its state. */
  boolean isHere() {
    try {
      return held.equals(manager.getTransaction());
    } catch (SystemException e) {
      throw untold(e);
    }
  }

  /** The state it is in, wherever it is. */
  Phase phase() {
    try {
      return Phase.of(held.getStatus());
    } catch (SystemException e) {
      throw untold(e);
    }
  }

  private static SemelException untold(SystemException e) {
    return new SemelException(
        Code.NO_TRANSACTION,
        "The transaction manager cannot tell the state of the transaction.",
        e);
  }
}
