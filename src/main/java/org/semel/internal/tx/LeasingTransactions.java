// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.tx;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.semel.internal.tx.Completion.During;

/**
 * The transactions in which threads of this process lease rows of one kind. Who else has taken the
 * memory that one of them lacks no one knows: the largest row that is due waits, so that others go
 * before it. It is looked for while none of the threads leases, as what they have locked would be
 * passed over. Threads that lacked memory at the same time may have done so for the same row: one
 * row waits for all of them, and if memory still lacks, another one waits the next time. Safe for
 * any thread.
 */
public final class LeasingTransactions {

  private final Transactions transactions;
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final AtomicInteger postponements = new AtomicInteger();

  /** For threads that lease the same rows; all of them must share it. */
  public LeasingTransactions(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * Does {@code lease} in a transaction of its own.
   *
   * @param postpone lets the largest row wait, in another transaction
   * @return rolled back, if the memory is too small
   */
  public <T, P> Completion<T> inNew(Duration timeout, Work<T> lease, Work<P> postpone) {
    int before = postponements.get();
    try {
      return leased(timeout, lease);
    } catch (OutOfMemoryError e) {
      postponeOnce(before, timeout, postpone);
      return new Completion.RolledBack<>(During.WORK, e);
    }
  }

  private <T> Completion<T> leased(Duration timeout, Work<T> lease) {
    lock.readLock().lock();
    try {
      return transactions.inNew(timeout, lease);
    } finally {
      lock.readLock().unlock();
    }
  }

  private void postponeOnce(int before, Duration timeout, Work<?> postpone) {
    lock.writeLock().lock();
    try {
      if (postponements.get() == before
          && transactions.inNew(timeout, postpone).committed().isPresent()) {
        postponements.incrementAndGet();
      }
    } finally {
      lock.writeLock().unlock();
    }
  }
}
