// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;

/**
 * The transactions in which a classic route receives: none begins before the proof has passed, and
 * the database joins each before the broker, so that it commits first. After a crash between the
 * two commits the message is redelivered, and its claim absorbs it.
 */
final class ClassicTransactions implements PlatformTransactionManager {

  private final PlatformTransactionManager manager;
  private final Runnable joinDatabase;
  private final ClassicPermit permit;

  /**
   * Over the transactions of {@code manager}.
   *
   * @param joinDatabase brings the database into the caller's transaction
   */
  ClassicTransactions(
      PlatformTransactionManager manager, Runnable joinDatabase, ClassicPermit permit) {
    this.manager = manager;
    this.joinDatabase = joinDatabase;
    this.permit = permit;
  }

  @Override
  public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
    permit.demand();
    TransactionStatus status = manager.getTransaction(definition);
    try {
      joinDatabase.run();
    } catch (RuntimeException | Error e) {
      manager.rollback(status);
      throw e;
    }
    return status;
  }

  @Override
  public void commit(TransactionStatus status) {
    manager.commit(status);
  }

  @Override
  public void rollback(TransactionStatus status) {
    manager.rollback(status);
  }
}
