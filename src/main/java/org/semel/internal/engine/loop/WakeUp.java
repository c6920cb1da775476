// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.loop;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Wakes the threads that sleep on it. A signal is a hint, within this process: a thread that misses
 * it finds the work by polling. An interrupt does not end a sleep and is still set after it: to end
 * it, signal. Safe for any number of threads.
 */
public final class WakeUp {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition signalled = lock.newCondition();
  private long signals;
  private long seen;

  /** Wakes all threads that sleep here, and any that has not seen this signal at its next sleep. */
  public void signal() {
    lock.lock();
    try {
      signals++;
      signalled.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The number of signals so far. */
  public long signals() {
    lock.lock();
    try {
      return signals;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Sleeps until there is a signal that no earlier call has seen, or {@code most} is over; any
   * number of signals count as one. For a wake-up on which one thread sleeps.
   */
  public void await(Duration most) {
    seen = await(seen, most);
  }

  /**
   * Sleeps until there were more signals than {@code seen}, or {@code most} is over.
   *
   * @return how many there were by then
   */
  public long await(long seen, Duration most) {
    long until = System.nanoTime() + most.toNanos();
    boolean interrupted = false;
    lock.lock();
    try {
      for (long left = most.toNanos(); signals == seen && left > 0; ) {
        try {
          left = signalled.awaitNanos(left);
        } catch (InterruptedException e) {
          interrupted = true;
          left = until - System.nanoTime();
        }
      }
      return signals;
    } finally {
      lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
