// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.send.relay.DestinationPolicy.Rate;

class RateLimiterTest {

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final AtomicLong now = new AtomicLong(-SECOND);

  @Test
  void noMorePassPerSecondThanThePolicyAllows() {
    RateLimiter limit = limit(new Rate(5, Duration.ofSeconds(1)));
    assertThat(limit.available()).isEqualTo(5);
    limit.sent(5);
    assertThat(limit.available()).isZero();
    assertThat(limit.next()).isEqualTo(Duration.ofMillis(200));
    now.addAndGet(SECOND / 2);
    assertThat(limit.available()).isEqualTo(2);
    assertThat(limit.next()).isZero();
  }

  @Test
  void whatWasNotUsedIsNotSavedUp() {
    RateLimiter limit = limit(new Rate(5, Duration.ofSeconds(1)));
    now.addAndGet(60 * SECOND);
    assertThat(limit.available()).isEqualTo(5);
  }

  @Test
  void aSlowRateLetsOneThroughNowAndThen() {
    RateLimiter limit = limit(new Rate(30, Duration.ofHours(1)));
    assertThat(limit.available()).isEqualTo(1);
    limit.sent(1);
    assertThat(limit.next()).isEqualTo(Duration.ofMinutes(2));
    now.addAndGet(120 * SECOND);
    assertThat(limit.available()).isEqualTo(1);
  }

  @Test
  void withoutARateAllMayPass() {
    RateLimiter limit = new RateLimiter(Optional.empty(), now::get);
    limit.sent(1_000_000);
    assertThat(limit.available()).isEqualTo(Integer.MAX_VALUE);
    assertThat(limit.next()).isZero();
  }

  private RateLimiter limit(Rate rate) {
    return new RateLimiter(Optional.of(rate), now::get);
  }
}
