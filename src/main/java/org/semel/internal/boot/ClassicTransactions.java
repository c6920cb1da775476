// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.semel.internal.engine.loop.SharedBackoff;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;

/**
 * The transactions in which a classic route receives: none begins before the proof has passed, and
 * the database joins each before the broker, so that it commits first. After a crash between the
 * two commits the message is redelivered, and its claim absorbs it.
 *
 * <p>While none can begin, all threads of the route pause together. The container that drives them
 * would not let several pause: each that ends its pause ends the others' too ({@code
 * DefaultMessageListenerContainer.applyBackOffTime} waits on the condition that every change of
 * state signals).
 */
final class ClassicTransactions implements PlatformTransactionManager {

  private final PlatformTransactionManager manager;
  private final Runnable joinDatabase;
  private final Supplier<Optional<Throwable>> database;
  private final ClassicPermit permit;
  private final SharedBackoff outage;

  /**
   * Over the transactions of {@code manager}.
   *
   * @param joinDatabase brings the database into the caller's transaction
   * @param database asks the database in a transaction that commits; why it could not, empty if it
   *     did
   * @param outage for how long the route's threads pause if a transaction cannot begin
   */
  ClassicTransactions(
      PlatformTransactionManager manager,
      Runnable joinDatabase,
      Supplier<Optional<Throwable>> database,
      ClassicPermit permit,
      SharedBackoff outage) {
    this.manager = manager;
    this.joinDatabase = joinDatabase;
    this.database = database;
    this.permit = permit;
    this.outage = outage;
  }

  @Override
  public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
    outage.await();
    boolean afterOutage = outage.isFailing();
    try {
      permit.demand();
      if (afterOutage) {
        demandDatabase();
      }
      TransactionStatus status = begin(definition);
      if (afterOutage) {
        outage.succeeded();
      }
      return status;
    } catch (RuntimeException | Error e) {
      outage.failed(e);
      throw e;
    }
  }

  /** A pool hands out sessions from before an outage, which a transaction joins unasked. */
  private void demandDatabase() {
    database
        .get()
        .ifPresent(
            cause -> {
              throw new CannotCreateTransactionException("The database does not answer", cause);
            });
  }

  private TransactionStatus begin(@Nullable TransactionDefinition definition) {
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
