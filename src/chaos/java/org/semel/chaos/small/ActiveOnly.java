// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos.small;

import io.agroal.api.transaction.TransactionAware;
import io.agroal.narayana.NarayanaTransactionIntegration;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.SQLException;
import javax.transaction.xa.XAResource;

/**
 * Hands nothing to a thread whose transaction is being rolled back, as WildFly's pool does
 * ("IJ000459: Transaction is not active"). Agroal would hand it a connection that takes part in
 * nothing, and commits by itself: what a transaction manager rolls back in the midst of a route
 * would be written all the same.
 */
final class ActiveOnly extends NarayanaTransactionIntegration {

  private final TransactionManager manager;

  ActiveOnly(TransactionManager manager, TransactionSynchronizationRegistry registry, String name) {
    super(manager, registry, name);
    this.manager = manager;
  }

  @Override
  public TransactionAware getTransactionAware() throws SQLException {
    requireActive();
    return super.getTransactionAware();
  }

  /** It may have ended since it was asked. */
  @Override
  public void associate(TransactionAware connection, XAResource branch) throws SQLException {
    super.associate(connection, branch);
    requireActive();
  }

  private void requireActive() throws SQLException {
    int status = status();
    if (status != Status.STATUS_ACTIVE
        && status != Status.STATUS_MARKED_ROLLBACK
        && status != Status.STATUS_NO_TRANSACTION) {
      throw new SQLException("the transaction is not active; its status is " + status);
    }
  }

  private int status() throws SQLException {
    try {
      return manager.getStatus();
    } catch (SystemException e) {
      throw new SQLException(e);
    }
  }
}
