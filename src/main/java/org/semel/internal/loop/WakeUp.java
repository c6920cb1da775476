// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.loop;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Wakes one relay. Any number of rings before it listens count as one. A ring is a hint: whoever
 * misses it finds the work by polling.
 */
public final class WakeUp {

  private final Semaphore rung = new Semaphore(0);

  public void ring() {
    rung.release();
  }

  /**
   * Sleeps until the bell rings, has rung since last time, or {@code patience} ends. An interrupt
   * does not end it, and is still there after it: whoever wants the thread back rings.
   */
  public void await(Duration patience) {
    long until = System.nanoTime() + patience.toNanos();
    boolean interrupt = Thread.interrupted();
    while (!isRungBy(until)) {
      interrupt = true;
    }
    if (interrupt) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for that, or for its time to be over; false if the thread was interrupted before. */
  private boolean isRungBy(long until) {
    try {
      if (rung.tryAcquire(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        rung.drainPermits();
      }
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }
}
