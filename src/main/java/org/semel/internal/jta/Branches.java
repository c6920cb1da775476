// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.jta;

import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import javax.transaction.xa.XAResource;
import org.semel.internal.tx.MarkedRollbackOnly;
import org.semel.internal.tx.NoTransaction;

/** Adds branches to the calling thread's transaction (JTA 2.0, section 3.3.1). */
public final class Branches {

  private final TransactionManager manager;

  public Branches(TransactionManager manager) {
    this.manager = manager;
  }

  /**
   * Makes {@code resource} a branch of the caller's transaction, until that ends.
   *
   * @throws NoTransaction if there is none
   * @throws MarkedRollbackOnly if it can only roll back
   * @throws IllegalStateException if the resource does not begin, most often as it is not reached
   */
  public void enlist(XAResource resource) {
    try {
      Transaction transaction = manager.getTransaction();
      if (transaction == null) {
        throw new NoTransaction("enlist the broker", TransactionStatus.NONE.sentence());
      }
      if (!transaction.enlistResource(resource)) {
        throw new IllegalStateException(
            "the broker's session cannot join the transaction, which rolls back; most often the"
                + " broker has gone, and the session with it");
      }
    } catch (RollbackException e) {
      MarkedRollbackOnly marked = new MarkedRollbackOnly();
      marked.initCause(e);
      throw marked;
    } catch (SystemException e) {
      throw new IllegalStateException("the transaction manager cannot enlist the broker", e);
    }
  }
}
