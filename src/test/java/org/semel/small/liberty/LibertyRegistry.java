// SPDX-License-Identifier: Apache-2.0
package org.semel.small.liberty;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;

/** The synchronization registry beside a {@link LibertyManager}. */
public record LibertyRegistry(LibertyManager manager)
    implements TransactionSynchronizationRegistry {

  @Override
  public Object getTransactionKey() {
    return manager.getTransaction();
  }

  @Override
  public void putResource(Object key, Object value) {
    manager.required().resources().put(key, value);
  }

  @Override
  public Object getResource(Object key) {
    return manager.required().resources().get(key);
  }

  @Override
  public void registerInterposedSynchronization(Synchronization synchronization) {
    manager.required().interpose(synchronization);
  }

  @Override
  public int getTransactionStatus() {
    return manager.getStatus();
  }

  @Override
  public void setRollbackOnly() {
    manager.required().setRollbackOnly();
  }

  @Override
  public boolean getRollbackOnly() {
    return manager.required().getStatus() == Status.STATUS_MARKED_ROLLBACK;
  }
}
