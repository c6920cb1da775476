// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.semel.internal.relay.DestinationPolicy.Rate;

class RateLimiterTest {

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final AtomicLong now = new AtomicLong(-SECOND);

  @Test
  void noMorePassPerSecondThanThePolicyAllows() {
    RateLimiter valve = valve(new Rate(5, Duration.ofSeconds(1)));
    assertThat(valve.open()).isEqualTo(5);
    valve.passed(5);
    assertThat(valve.open()).isZero();
    assertThat(valve.next()).isEqualTo(Duration.ofMillis(200));
    now.addAndGet(SECOND / 2);
    assertThat(valve.open()).isEqualTo(2);
    assertThat(valve.next()).isZero();
  }

  @Test
  void whatWasNotUsedIsNotSavedUp() {
    RateLimiter valve = valve(new Rate(5, Duration.ofSeconds(1)));
    now.addAndGet(60 * SECOND);
    assertThat(valve.open()).isEqualTo(5);
  }

  @Test
  void aSlowRateLetsOneThroughNowAndThen() {
    RateLimiter valve = valve(new Rate(30, Duration.ofHours(1)));
    assertThat(valve.open()).isEqualTo(1);
    valve.passed(1);
    assertThat(valve.next()).isEqualTo(Duration.ofMinutes(2));
    now.addAndGet(120 * SECOND);
    assertThat(valve.open()).isEqualTo(1);
  }

  @Test
  void withoutARateAllMayPass() {
    RateLimiter valve = new RateLimiter(Optional.empty(), now::get);
    valve.passed(1_000_000);
    assertThat(valve.open()).isEqualTo(Integer.MAX_VALUE);
    assertThat(valve.next()).isZero();
  }

  private RateLimiter valve(Rate rate) {
    return new RateLimiter(Optional.of(rate), now::get);
  }
}
