// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import java.util.concurrent.TimeUnit;

/**
 * What the database had committed at one moment.
 *
 * @param nanos when, by {@link System#nanoTime()}
 * @param effects reservations
 * @param absorbed deliveries of what had taken effect before
 * @param confirmed confirmations that are sent
 * @param prepared branches that wait for a decision
 */
record Look(long nanos, long effects, long absorbed, long confirmed, long prepared) {

  /** So many a second, rounded; 0 if no time has passed. */
  static long perSecond(long count, long nanos) {
    return nanos <= 0 ? 0 : Math.round((double) count * TimeUnit.SECONDS.toNanos(1) / nanos);
  }

  /** Effects committed per second between an earlier look and this one. */
  long effectsPerSecondSince(Look earlier) {
    return perSecond(effects - earlier.effects, nanos - earlier.nanos);
  }

  /** Whether both saw the same, apart from when. */
  boolean sawTheSameAs(Look other) {
    return effects == other.effects
        && absorbed == other.absorbed
        && confirmed == other.confirmed
        && prepared == other.prepared;
  }
}
