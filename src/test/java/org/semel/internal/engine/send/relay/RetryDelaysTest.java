// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.Trace;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.Settlement.RetryAt;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract.Keys;
import org.semel.internal.engine.send.relay.SettlementPolicy.RetryDelays;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/** How long an intent waits after a failed delivery. */
class RetryDelaysTest {

  private static final DestinationPolicy POLICY = SettlementPolicyTest.policy(Keys.HONOURED);

  private final SettlementPolicy settlements =
      new SettlementPolicy(POLICY, () -> false, new Longest());

  private final RetryDelays waits = new RetryDelays(POLICY, new Longest());

  @Test
  void theLongestWaitDoublesWithEachFailure() {
    assertThat(waits(new Delivery.NotAccepted("away", Optional.empty())))
        .containsExactly(100L, 200L, 400L, 800L);
    assertThat(waits(new Delivery.OutcomeUnknown("timed out")))
        .containsExactly(100L, 200L, 400L, 800L);
  }

  @Test
  void itIsNoShorterThanTheProviderAsksFor() {
    assertThat(waits(new Delivery.NotAccepted("429", Optional.of(Duration.ofMillis(300)))))
        .containsExactly(300L, 300L, 400L, 800L);
  }

  @Test
  void noProviderMakesAnIntentWaitForMoreThanADay() {
    Optional<Duration> twoDays = Optional.of(Duration.ofDays(2));
    assertThat(waits.asked(aged(Trace.NONE, Duration.ZERO), twoDays, Trace.NONE))
        .isEqualTo(Duration.ofDays(1));
    assertThat(waits.asked(aged(Trace.NONE, Duration.ZERO), Optional.empty(), Trace.NONE)).isZero();
  }

  @Test
  void whatMayHaveTakenEffectIsSentAgainWhileItsKeyIsKnown() {
    Optional<Duration> asked = Optional.of(Duration.ofHours(2));
    Duration age = Duration.ofMinutes(10);
    Duration left = Duration.ofMinutes(50).minus(POLICY.throughput().longest()); // less a delivery
    assertThat(waits.asked(aged(Trace.NONE, age), asked, Trace.POSSIBLE)).isEqualTo(left);
    assertThat(waits.asked(aged(Trace.POSSIBLE, age), asked, Trace.NONE)).isEqualTo(left);
    assertThat(waits.asked(aged(Trace.NONE, age), asked, Trace.NONE)).isEqualTo(asked.get());
    assertThat(
            waits.asked(
                aged(Trace.NONE, Duration.ofMinutes(60).minusSeconds(10)), asked, Trace.POSSIBLE))
        .as("its key is known, but for no further delivery")
        .isZero();
    assertThat(waits.asked(aged(Trace.NONE, Duration.ofHours(1)), asked, Trace.POSSIBLE))
        .as("it is not sent again")
        .isEqualTo(asked.get());
  }

  private static Lease aged(Trace trace, Duration keyAge) {
    return new Lease(failed(0).intent(), 1, new Lease.DeliveryHistory(0, trace, keyAge));
  }

  @Test
  void whatMayHaveTakenEffectWaitsNoLongerThanItsKeyIsKnownLessOneDelivery() {
    Lease lease =
        new Lease(
            failed(1).intent(),
            1,
            new Lease.DeliveryHistory(1, Trace.POSSIBLE, Duration.ofSeconds(1)));
    Settlement settlement =
        settlements.after(
            lease, new Delivery.NotAccepted("away", Optional.of(Duration.ofHours(20))));
    Duration rest =
        POLICY.contract().keyLife().minus(POLICY.throughput().deliveryTimeout()).minusSeconds(1);
    assertThat(settlement)
        .isInstanceOfSatisfying(RetryAt.class, retry -> assertThat(retry.delay()).isEqualTo(rest));
  }

  private List<Long> waits(Delivery delivery) {
    return IntStream.range(0, 4).mapToObj(failures -> waitAfter(failures, delivery)).toList();
  }

  private long waitAfter(int failures, Delivery delivery) {
    return ((RetryAt) settlements.after(failed(failures), delivery)).delay().toMillis();
  }

  private static Lease failed(int failures) {
    Intent intent =
        new Intent(
            new Identity("c", "1"),
            new Intent.Address(new Destination("mail"), 0),
            Headers.none(),
            Body.none());
    return new Lease(intent, 1, new Lease.DeliveryHistory(failures, Trace.NONE, Duration.ZERO));
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
