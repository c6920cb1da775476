// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The delivery threads of one destination. One that hangs is replaced, until twice as many hang as
 * may deliver at once; one that returns in the end makes room. Safe for any number of threads.
 */
final class DeliveryThreads {

  private final int most;
  private final int mostHung;
  private final ThreadPoolExecutor pool;
  private int hung;

  /**
   * Threads for a destination.
   *
   * @param most how many may deliver at once
   */
  DeliveryThreads(int most, ThreadFactory factory) {
    this.most = most;
    this.mostHung = 2 * most;
    this.pool =
        new ThreadPoolExecutor(
            most, most, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
  }

  void execute(Runnable delivery) {
    pool.execute(delivery);
  }

  /** The number of hanging threads at which nothing more is begun. */
  int mostHung() {
    return mostHung;
  }

  /** Whether nothing more is to be begun. */
  synchronized boolean isExhausted() {
    return hung >= mostHung;
  }

  /**
   * One hangs, and is no longer waited for.
   *
   * @return whether that exhausts them
   */
  synchronized boolean lost() {
    hung++;
    resize();
    return hung == mostHung;
  }

  /**
   * One that hung has returned.
   *
   * @return whether they are exhausted no more
   */
  synchronized boolean regained() {
    hung--;
    resize();
    return hung == mostHung - 1;
  }

  /** Accepts no more deliveries. */
  void shutdown() {
    pool.shutdown();
  }

  /** Begins nothing any more, and interrupts what is under way. */
  void shutdownNow() {
    pool.shutdownNow();
  }

  /**
   * Surplus threads end when they next look for work. One that returns as it is interrupted may be
   * counted as regained before it is counted as lost.
   */
  private void resize() {
    int size = most + Math.max(0, Math.min(hung, mostHung));
    if (size > pool.getMaximumPoolSize()) {
      pool.setMaximumPoolSize(size);
      pool.setCorePoolSize(size);
    } else {
      pool.setCorePoolSize(size);
      pool.setMaximumPoolSize(size);
    }
  }
}
