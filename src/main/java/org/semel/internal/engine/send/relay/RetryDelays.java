// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.Trace;

/** The time for which an intent waits for its next attempt. */
final class RetryDelays {

  /** No provider can ask for longer in one go. */
  private static final Duration LONGEST = Duration.ofDays(1);

  private final DestinationPolicy policy;
  private final RandomGenerator random;

  RetryDelays(DestinationPolicy policy, RandomGenerator random) {
    this.policy = policy;
    this.random = random;
  }

  /** By our own back-off. */
  Duration next(Lease lease) {
    return policy.retry().backoff().anywhere(lease.history().failures() + 1, random);
  }

  /**
   * As long as the provider asks, up to a day; what can be sent again only while the provider knows
   * its key, no longer than it does.
   *
   * @param trace whether the latest delivery may have taken effect
   */
  Duration asked(Lease lease, Optional<Duration> asked, Trace trace) {
    boolean certain = trace == Trace.NONE && lease.history().trace() == Trace.NONE;
    boolean repeats = policy.contract().permitsRepetition(lease.history().keyAge());
    Duration most = certain || !repeats ? LONGEST : shorter(LONGEST, keyIsKnown(lease));
    return shorter(most, asked.orElse(Duration.ZERO));
  }

  /** For how long the provider will know the key, but for the time that a delivery can take. */
  private Duration keyIsKnown(Lease lease) {
    Duration left = policy.contract().keyLife().minus(lease.history().keyAge());
    Duration rest = left.minus(policy.throughput().longest());
    return rest.isNegative() ? Duration.ZERO : rest;
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
