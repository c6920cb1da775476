// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.time.Duration;
import org.semel.internal.engine.send.Lease;

/**
 * A lease that the delivery threads hold, and since when, by {@link System#nanoTime()}. Safe for
 * the thread that delivers and the relay's.
 */
final class ExpiringLease {

  private final Lease lease;
  private final DeliveryAttempt attempt;
  private final long life;
  private volatile long since;
  private volatile long begun;

  /**
   * As it was leased.
   *
   * @param since just before that
   */
  ExpiringLease(Lease lease, DeliveryAttempt attempt, Duration life, long since) {
    this.lease = lease;
    this.attempt = attempt;
    this.life = life.toNanos();
    this.since = since;
  }

  Lease lease() {
    return lease;
  }

  DeliveryAttempt attempt() {
    return attempt;
  }

  /** Whether so much of the lease is over that no delivery may begin under it. */
  boolean isAging(long now) {
    return now - since > life / 2;
  }

  /** Its delivery begins now, by the relay's clock. */
  void begin(long now) {
    begun = now;
  }

  /** Whether its delivery, which has begun, has taken longer than {@code most}. */
  boolean hangs(long now, Duration most) {
    return now - begun >= most.toNanos();
  }

  /** It was renewed, just before {@code now}. */
  void renewed(long now) {
    since = now;
  }
}
