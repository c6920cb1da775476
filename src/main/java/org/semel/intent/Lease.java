// SPDX-License-Identifier: Apache-2.0
package org.semel.intent;

import java.time.Duration;

/**
 * The right to deliver one intent, until it expires by the database's clock.
 *
 * @param intent what is to be delivered
 * @param token fences the right: whoever settles must hold the row's latest token
 * @param history what happened to this intent before
 */
public record Lease(Intent intent, long token, History history) {

  /**
   * What happened to an intent before this lease, by the database's clock.
   *
   * @param failures deliveries that failed and were settled as such
   * @param lastLease what became of the lease before this one
   * @param keyAge how long ago the key may first have reached the provider; zero if it never did
   */
  public record History(int failures, LastLease lastLease, Duration keyAge) {}

  /** What became of the lease before. */
  public enum LastLease {
    /** There was none, or it was settled. */
    SETTLED,
    /** It expired unsettled: its holder died or hung, and may or may not have delivered. */
    EXPIRED
  }
}
