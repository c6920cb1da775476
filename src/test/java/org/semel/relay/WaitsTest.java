// SPDX-License-Identifier: Apache-2.0
package org.semel.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.semel.intent.Destination;
import org.semel.intent.Intent;
import org.semel.intent.Lease;
import org.semel.intent.Lease.Trace;
import org.semel.intent.Settlement.RetryAt;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.relay.Contract.Keys;

/** How long an intent waits after a failed delivery. */
class WaitsTest {

  private final Verdicts verdicts =
      new Verdicts(VerdictsTest.policy(Keys.HONOURED), () -> false, new Longest());

  @Test
  void theLongestWaitDoublesWithEachFailure() {
    assertThat(waits(new Delivery.Unavailable("away", Optional.empty())))
        .containsExactly(100L, 200L, 400L, 800L);
    assertThat(waits(new Delivery.Unknown("timed out"))).containsExactly(100L, 200L, 400L, 800L);
  }

  @Test
  void itIsNoShorterThanTheProviderAsksFor() {
    assertThat(waits(new Delivery.Unavailable("429", Optional.of(Duration.ofMillis(300)))))
        .containsExactly(300L, 300L, 400L, 800L);
  }

  private List<Long> waits(Delivery delivery) {
    return IntStream.range(0, 4).mapToObj(failures -> waitAfter(failures, delivery)).toList();
  }

  private long waitAfter(int failures, Delivery delivery) {
    return ((RetryAt) verdicts.after(failed(failures), delivery)).delay().toMillis();
  }

  private static Lease failed(int failures) {
    Intent intent =
        new Intent(
            new Identity("c", "1"),
            new Intent.Address(new Destination("mail"), 0),
            Headers.none(),
            Body.none());
    return new Lease(intent, 1, new Lease.History(failures, Trace.NONE, Duration.ZERO));
  }

  /** Whatever may be chosen, the highest is. */
  private static final class Longest implements RandomGenerator {

    @Override
    public long nextLong() {
      return Long.MAX_VALUE;
    }

    @Override
    public long nextLong(long bound) {
      return bound - 1;
    }
  }
}
