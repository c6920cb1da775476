// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.send.relay.DestinationPolicy.Throughput;

/** How many leased intents may wait: with this policy, what takes a second may. */
class PrefetchedIntentsTest {

  private static final int CONCURRENCY = 8;

  private final Prefetch prefetch =
      new Prefetch(new Throughput(CONCURRENCY, 100, Duration.ofMinutes(1), Duration.ofSeconds(1)));

  @Test
  void beforeAnythingIsKnownOneWaitsForEachThatIsUnderWay() {
    assertThat(prefetch.most()).isEqualTo(2 * CONCURRENCY);
  }

  @Test
  void behindFastDeliveriesAWholeBatchWaits() {
    took(Duration.ofMillis(1));
    assertThat(prefetch.most()).isEqualTo(100);
  }

  @Test
  void asManyWaitAsAreDoneInASixtiethOfTheLease() {
    took(Duration.ofMillis(250));
    assertThat(prefetch.most()).isEqualTo(CONCURRENCY * (1 + 4));
  }

  @Test
  void behindDeliveriesThatTakeLongerThanThatNothingWaits() {
    took(Duration.ofMillis(1001));
    assertThat(prefetch.most()).isEqualTo(CONCURRENCY);
  }

  @Test
  void ofTheLatestDeliveryAFifthCounts() {
    took(Duration.ofMillis(250));
    took(Duration.ofMillis(500)); // which makes 300
    assertThat(prefetch.most()).isEqualTo(CONCURRENCY * (1 + 3));
  }

  @Test
  void whoeverBecomesFastAgainSoonHasAWholeBatch() {
    took(Duration.ofMinutes(1));
    IntStream.range(0, 50).forEach(i -> took(Duration.ofMillis(1)));
    assertThat(prefetch.most()).isEqualTo(100);
  }

  @Test
  void theBatchIsTheMostWhateverTheConcurrency() {
    Prefetch wide =
        new Prefetch(new Throughput(256, 100, Duration.ofMinutes(1), Duration.ofSeconds(1)));
    assertThat(wide.most()).isEqualTo(100);
  }

  private void took(Duration delivery) {
    prefetch.took(delivery.toNanos());
  }
}
