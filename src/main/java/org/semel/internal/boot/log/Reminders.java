// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.log;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * What those who wait have told, so that each cause is told once, and again every minute for as
 * long as it lasts: not by every worker at every try, and never only what they waited for at first.
 * Safe for any thread.
 */
final class Reminders {

  private static final Duration AGAIN = Duration.ofMinutes(1);

  /** Of so many causes at once it is known when they were told. */
  private static final int MOST = 100;

  private final LongSupplier nanos;
  private final Map<Object, Map<String, Long>> told = new HashMap<>();

  /**
   * Nothing was told yet.
   *
   * @param nanos a clock that never runs backwards
   */
  Reminders(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Whether {@code cause} is to be told now; if so, it counts as told. */
  synchronized boolean isDue(Object who, String cause) {
    Map<String, Long> causes = told.computeIfAbsent(who, first -> new HashMap<>());
    long now = nanos.getAsLong();
    causes.values().removeIf(since -> now - since >= AGAIN.toNanos());
    return causes.size() < MOST && causes.putIfAbsent(cause, now) == null;
  }

  /** What {@code who} waited for is over; whether anything was told of it. */
  synchronized boolean end(Object who) {
    return told.remove(who) != null;
  }
}
