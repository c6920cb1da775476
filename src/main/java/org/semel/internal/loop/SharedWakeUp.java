// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.loop;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Wakes all who sleep beside it. A hint, within this process: whoever misses it finds the work by
 * polling.
 */
public final class SharedWakeUp {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition rung = lock.newCondition();
  private long strokes;

  public void ring() {
    lock.lock();
    try {
      strokes++;
      rung.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** How often it has rung so far. */
  public long strokes() {
    lock.lock();
    try {
      return strokes;
    } finally {
      lock.unlock();
    }
  }

  /** Sleeps until it has rung more often than {@code heard}, or {@code patience} ends. */
  public void await(long heard, Duration patience) {
    long left = patience.toNanos();
    lock.lock();
    try {
      while (strokes == heard && left > 0) {
        left = rung.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }
}
