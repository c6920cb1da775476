// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.semel.internal.engine.send.relay.DestinationPolicy.Rate;

/**
 * Limits how many intents are sent per time; on this node, as nodes do not know of each other.
 * Permits that were not used in one second are not saved up for the next. Used by one thread.
 */
final class RateLimiter {

  private final Optional<Rate> rate;
  private final LongSupplier clock;
  private double permits;
  private long refilledAt;

  /**
   * A limiter from which nothing was taken.
   *
   * @param clock nanoseconds that never run backwards
   */
  RateLimiter(Optional<Rate> rate, LongSupplier clock) {
    this.rate = rate;
    this.clock = clock;
    this.permits = rate.map(Rate::burst).orElse(0d);
    this.refilledAt = clock.getAsLong();
  }

  /** The number of intents that may be sent now. */
  int available() {
    return rate.map(limit -> (int) permits(limit)).orElse(Integer.MAX_VALUE);
  }

  /** Notes that so many intents were sent. */
  void sent(int intents) {
    permits -= rate.isPresent() ? intents : 0;
  }

  /** The time until one more may be sent; zero if it may now. */
  Duration next() {
    return rate.map(
            limit -> {
              double missing = 1 - permits(limit);
              return Duration.ofNanos((long) Math.ceil(Math.max(0, missing) / limit.perNano()));
            })
        .orElse(Duration.ZERO);
  }

  private double permits(Rate limit) {
    long now = clock.getAsLong();
    permits = Math.min(limit.burst(), permits + (now - refilledAt) * limit.perNano());
    refilledAt = now;
    return permits;
  }
}
