// SPDX-License-Identifier: Apache-2.0
package org.semel.relay;

import java.time.Duration;
import org.semel.intent.Lease;

/**
 * A lease that was handed to the couriers, and since when it holds, by {@link System#nanoTime()}.
 * Safe for the thread that keeps it and the one that watches over it.
 */
final class Handed {

  /** A delivery that takes longer than so many leases is waited for no more. */
  private static final int LEASES = 10;

  private final Lease lease;
  private final long life;
  private volatile long since;
  private volatile long begun;

  /**
   * As it was leased.
   *
   * @param since just before that
   */
  Handed(Lease lease, Duration life, long since) {
    this.lease = lease;
    this.life = life.toNanos();
    this.since = since;
  }

  Lease lease() {
    return lease;
  }

  /** Whether so much of the lease is over that nothing should be begun under it. */
  boolean isAging(long now) {
    return now - since > life / 2;
  }

  /** A courier begins now. */
  void begin(long now) {
    begun = now;
  }

  /** Whether its courier, who has begun, may have it for longer. */
  boolean isToBeRenewed(long now) {
    return isAging(now) && now - begun < LEASES * life;
  }

  /** It holds anew, since just before {@code now}. */
  void renewed(long now) {
    since = now;
  }
}
