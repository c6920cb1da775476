// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.semel.internal.relay.DestinationPolicy.Rate;

/**
 * Lets no more intents through per time than the policy allows; on this node, as nodes do not know
 * of each other. What was not used in one second is not saved up for the next. Used by one thread.
 */
final class RateLimiter {

  private final Optional<Rate> rate;
  private final LongSupplier clock;
  private double stock;
  private long stockedAt;

  /**
   * A valve that is full.
   *
   * @param clock nanoseconds that never run backwards
   */
  RateLimiter(Optional<Rate> rate, LongSupplier clock) {
    this.rate = rate;
    this.clock = clock;
    this.stock = rate.map(Rate::burst).orElse(0d);
    this.stockedAt = clock.getAsLong();
  }

  /** How many may pass now. */
  int open() {
    return rate.map(limit -> (int) stock(limit)).orElse(Integer.MAX_VALUE);
  }

  /** So many have passed. */
  void passed(int intents) {
    stock -= rate.isPresent() ? intents : 0;
  }

  /** How long until one more may pass; zero if it may now. */
  Duration next() {
    return rate.map(
            limit -> {
              double missing = 1 - stock(limit);
              return Duration.ofNanos((long) Math.ceil(Math.max(0, missing) / limit.perNano()));
            })
        .orElse(Duration.ZERO);
  }

  private double stock(Rate limit) {
    long now = clock.getAsLong();
    stock = Math.min(limit.burst(), stock + (now - stockedAt) * limit.perNano());
    stockedAt = now;
    return stock;
  }
}
