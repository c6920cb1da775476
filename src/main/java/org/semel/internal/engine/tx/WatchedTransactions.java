// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Transactions, and which of them have lasted far too long: their threads are stuck, and work for
 * no one. Safe for any thread.
 */
public final class WatchedTransactions implements Transactions {

  private final Transactions transactions;
  private final LongSupplier nanos;
  private final Set<Begun> open = ConcurrentHashMap.newKeySet();

  /** By identity: two that begin at one moment are two. */
  private static final class Begun {
    private final long at;
    private final long timeout;

    Begun(long at, long timeout) {
      this.at = at;
      this.timeout = timeout;
    }
  }

  /**
   * Watches {@code transactions}.
   *
   * @param nanos a clock that never runs backwards
   */
  public WatchedTransactions(Transactions transactions, LongSupplier nanos) {
    this.transactions = transactions;
    this.nanos = nanos;
  }

  /** The number of transactions that have lasted longer than twice the time that they may. */
  public int stuck() {
    long now = nanos.getAsLong();
    return (int) open.stream().filter(one -> now - one.at > 2 * one.timeout).count();
  }

  /** A transaction whose timeout is the server's own is not watched. */
  @Override
  public <T> Completion<T> inNew(Duration timeout, Work<T> work) {
    if (timeout.isZero()) {
      return transactions.inNew(timeout, work);
    }
    Begun begun = new Begun(nanos.getAsLong(), timeout.toNanos());
    open.add(begun);
    try {
      return transactions.inNew(timeout, work);
    } finally {
      open.remove(begun);
    }
  }

  @Override
  public void outside(Runnable act) {
    transactions.outside(act);
  }

  @Override
  public void requireActive(String act) {
    transactions.requireActive(act);
  }

  @Override
  public void requireCommittable() {
    transactions.requireCommittable();
  }

  @Override
  public LentTransaction lend() {
    return transactions.lend();
  }

  @Override
  public boolean present() {
    return transactions.present();
  }

  @Override
  public void rollbackOnly() {
    transactions.rollbackOnly();
  }

  @Override
  public <T> T bound(Object key, Class<T> type, Supplier<T> make) {
    return transactions.bound(key, type, make);
  }

  @Override
  public void beforeCommit(Runnable act) {
    transactions.beforeCommit(act);
  }

  @Override
  public void afterCommit(Runnable act) {
    transactions.afterCommit(act);
  }
}
