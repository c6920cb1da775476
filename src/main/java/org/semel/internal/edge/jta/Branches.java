// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jta;

import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import javax.transaction.xa.XAResource;
import org.semel.internal.engine.tx.MarkedRollbackOnly;
import org.semel.internal.engine.tx.NoTransaction;

/** Adds branches to the calling thread's transaction (JTA 2.0, section 3.3.1). */
public final class Branches {

  private final TransactionManager manager;
  private final Joining joining;

  /** The act by which a transaction manager takes a branch into a transaction. */
  @FunctionalInterface
  public interface Joining {

    /**
     * Takes {@code resource} into {@code transaction}, which is the calling thread's.
     *
     * @return whether it is in
     * @throws RollbackException if the transaction can only roll back
     */
    boolean join(Transaction transaction, XAResource resource)
        throws RollbackException, SystemException;
  }

  /** Branches as every transaction manager takes them. */
  public Branches(TransactionManager manager) {
    this(manager, Transaction::enlistResource);
  }

  /** Branches that a transaction manager takes in a way of its own. */
  public Branches(TransactionManager manager, Joining joining) {
    this.manager = manager;
    this.joining = joining;
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
      if (!joining.join(transaction, resource)) {
        throw new IllegalStateException(
            "the broker's session cannot join the transaction, which rolls back; most often the"
                + " broker has gone, and the session with it");
      }
    } catch (RollbackException e) {
      throw new MarkedRollbackOnly(e);
    } catch (SystemException e) {
      throw new IllegalStateException("the transaction manager cannot enlist the broker", e);
    }
  }
}
