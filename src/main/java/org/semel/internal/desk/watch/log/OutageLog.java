// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.log;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Reports outages: each cause once, and again every minute for as long as it lasts, however many
 * workers meet it however often; then once that it is over. Safe for any thread.
 */
final class OutageLog {

  private static final Duration REMINDER = Duration.ofMinutes(1);

  /** More causes than this at once are not reported. */
  private static final int MOST_CAUSES = 100;

  private final LongSupplier nanos;
  private final Map<Object, Map<String, Long>> reported = new HashMap<>();

  /** Nothing was reported yet; by the machine's own clock. */
  OutageLog() {
    this(System::nanoTime);
  }

  /**
   * Nothing was reported yet.
   *
   * @param nanos a clock that never runs backwards
   */
  OutageLog(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * {@code who} was interrupted by {@code cause}.
   *
   * @param line writes the line, with the cause in words; called only if it is due
   */
  void interrupted(Object who, Throwable cause, Consumer<String> line) {
    interrupted(who, OperatorLog.rootOf(cause), cause, line);
  }

  /**
   * The same.
   *
   * @param why the cause in words
   */
  void interrupted(Object who, String why, Throwable cause, Consumer<String> line) {
    if (isDue(who, why)) {
      line.accept(why);
    }
    OperatorLog.debug(cause);
  }

  /**
   * {@code who} goes on.
   *
   * @param line writes the line; called only if an interruption was reported
   */
  void resumed(Object who, Runnable line) {
    if (isOver(who)) {
      line.run();
    }
  }

  private synchronized boolean isDue(Object who, String cause) {
    Map<String, Long> causes = reported.computeIfAbsent(who, first -> new HashMap<>());
    long now = nanos.getAsLong();
    causes.values().removeIf(since -> now - since >= REMINDER.toNanos());
    return causes.size() < MOST_CAUSES && causes.putIfAbsent(cause, now) == null;
  }

  private synchronized boolean isOver(Object who) {
    return reported.remove(who) != null;
  }
}
