// SPDX-License-Identifier: Apache-2.0
package org.semel.relay;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Wakes one relay. Any number of rings before it listens count as one. A ring is a hint: whoever
 * misses it finds the work by polling.
 */
public final class Bell {

  private final Semaphore rung = new Semaphore(0);

  public void ring() {
    rung.release();
  }

  /** Sleeps until the bell rings, has rung since last time, or {@code patience} ends. */
  void await(Duration patience) {
    try {
      if (rung.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        rung.drainPermits();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
