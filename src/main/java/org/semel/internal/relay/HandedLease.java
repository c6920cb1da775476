// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import java.time.Duration;
import org.semel.internal.intent.Lease;

/**
 * A lease that was handed to the couriers, and since when it holds, by {@link System#nanoTime()}.
 * Safe for the thread that keeps it and the one that watches over it.
 */
final class HandedLease {

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
  HandedLease(Lease lease, DeliveryAttempt attempt, Duration life, long since) {
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

  /** Whether so much of the lease is over that nothing should be begun under it. */
  boolean isAging(long now) {
    return now - since > life / 2;
  }

  /** A courier begins now, by the relay's clock. */
  void begin(long now) {
    begun = now;
  }

  /** Whether its courier, who has begun, has taken longer than {@code most}. */
  boolean hangs(long now, Duration most) {
    return now - begun >= most.toNanos();
  }

  /** It holds anew, since just before {@code now}. */
  void renewed(long now) {
    since = now;
  }
}
