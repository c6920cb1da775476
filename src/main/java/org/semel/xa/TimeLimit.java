// SPDX-License-Identifier: Apache-2.0
package org.semel.xa;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * The time that a transaction manager gives one branch of a connection. The transaction manager
 * itself ends what takes too long, but a pool may keep it away from a connection on which a
 * statement runs, and the statement may wait for a lock of the very transaction that would be ended
 * next. Therefore the branch ends by itself a moment later.
 *
 * <p>By JTA a time stands until it is set anew. Here it counts for the next branch alone: a
 * transaction manager that sets it for each transaction sets none for one without a limit, which
 * must not end by that of another.
 */
final class TimeLimit {

  /** Leaves the first word to the transaction manager, so that work finds its transaction ended. */
  private static final long GRACE_MILLIS = 200;

  private static final ScheduledThreadPoolExecutor CLOCK = clock();

  private final Runnable timeUp;
  private int seconds;
  private @Nullable ScheduledFuture<?> alarm;
  private boolean passed;
  private long branch;

  /**
   * None yet.
   *
   * @param timeUp ends the branch; runs on a thread of its own
   */
  TimeLimit(Runnable timeUp) {
    this.timeUp = timeUp;
  }

  synchronized void set(int limit) {
    seconds = limit;
  }

  synchronized int seconds() {
    return seconds;
  }

  synchronized void begin() {
    passed = false;
    long begun = ++branch;
    if (seconds > 0) {
      long millis = SECONDS.toMillis(seconds) + GRACE_MILLIS;
      alarm = CLOCK.schedule(() -> strike(begun), millis, MILLISECONDS);
      seconds = 0;
    }
  }

  /** Stops the clock of the branch, and says whether its time was up before. */
  synchronized boolean end() {
    if (alarm != null) {
      alarm.cancel(false);
      alarm = null;
    }
    return passed;
  }

  private void strike(long begun) {
    if (pass(begun)) {
      timeUp.run();
    }
  }

  /** An alarm that waited for the end of its branch may find the next one. */
  private synchronized boolean pass(long begun) {
    if (begun != branch || alarm == null) {
      return false;
    }
    alarm = null;
    passed = true;
    return true;
  }

  /** Its threads go when nothing is to be timed, and keep no application from being unloaded. */
  private static ScheduledThreadPoolExecutor clock() {
    ScheduledThreadPoolExecutor clock =
        new ScheduledThreadPoolExecutor(
            2,
            work -> {
              Thread thread = new Thread(null, work, "semel-xa-time-limit", 0, false);
              thread.setDaemon(true);
              thread.setContextClassLoader(null);
              return thread;
            });
    clock.setRemoveOnCancelPolicy(true);
    clock.setKeepAliveTime(10, SECONDS);
    clock.allowCoreThreadTimeOut(true);
    return clock;
  }
}
