// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.semel.internal.intent.Destination;
import org.semel.internal.intent.Intent;
import org.semel.internal.intent.Lease;
import org.semel.internal.intent.Lease.Trace;
import org.semel.internal.intent.SettledLease;
import org.semel.internal.intent.Settlement;
import org.semel.internal.intent.Settlement.FailureOf;
import org.semel.internal.relay.Contract.Keys;
import org.semel.internal.relay.DestinationPolicy.Pace;
import org.semel.internal.relay.DestinationPolicy.Rate;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/** What is counted while leases are in hand, and for how long. */
class LeasesInHandTest {

  private static final Duration LIFE = Duration.ofSeconds(30);
  private static final Destination MAIL = new Destination("mail");
  private static final Settlement DONE = new Settlement.Delivered();

  @Test
  void whatIsTakenOnIsInHandUntilItIsSettledAndOutUntilItIsBack() {
    DeliveryOutcomes outcomes = new DeliveryOutcomes();
    Lease first = lease("1", 10);
    Lease second = lease("2", 200);
    outcomes.expect(List.of(first, second));
    assertThat(List.of(outcomes.inHand(), outcomes.out())).containsExactly(2, 2);
    assertThat(outcomes.bytesInHand()).isEqualTo(210);
    assertThat(outcomes.bring(new SettledLease(first, DONE))).isEqualTo(1);
    assertThat(outcomes.bring(new SettledLease(second, DONE))).isEqualTo(2);
    assertThat(List.of(outcomes.inHand(), outcomes.out())).containsExactly(2, 0);
    assertThat(outcomes.back())
        .containsExactly(new SettledLease(first, DONE), new SettledLease(second, DONE));
    outcomes.settled(List.of(new SettledLease(first, DONE)));
    assertThat(outcomes.back()).containsExactly(new SettledLease(second, DONE));
    assertThat(outcomes.inHand()).isEqualTo(1);
    assertThat(outcomes.bytesInHand()).isEqualTo(200);
    outcomes.expect(List.of(first));
    assertThat(outcomes.bring(new SettledLease(first, DONE))).isEqualTo(2);
  }

  @Test
  void aLeaseIsOldOnceMoreThanHalfOfItIsOver() {
    HandedLease handed = handed(1_000);
    long half = LIFE.toNanos() / 2;
    assertThat(handed.isAging(1_000 + half)).isFalse();
    assertThat(handed.isAging(1_001 + half)).isTrue();
    handed.renewed(2_000);
    assertThat(handed.isAging(2_000 + half)).isFalse();
  }

  @Test
  void aDeliveryHangsOnceItHasTakenItsTime() {
    HandedLease handed = handed(0);
    handed.begin(500);
    assertThat(handed.hangs(500 + Duration.ofSeconds(1).toNanos() - 1, Duration.ofSeconds(1)))
        .isFalse();
    assertThat(handed.hangs(500 + Duration.ofSeconds(1).toNanos(), Duration.ofSeconds(1))).isTrue();
  }

  @Test
  void beforeAnythingIsKnownOneWaitsForEachThatIsUnderWay() {
    assertThat(new Prefetch(pace(50)).most()).isEqualTo(8);
  }

  @Test
  void aSlowProviderHasFewInHandAndAFastOneAWholeBatch() {
    Prefetch slow = new Prefetch(pace(50));
    slow.took(Duration.ofSeconds(5).toNanos());
    assertThat(slow.most()).as("one for each courier").isEqualTo(4);
    Prefetch fast = new Prefetch(pace(50));
    fast.took(Duration.ofMillis(1).toNanos());
    assertThat(fast.most()).isEqualTo(50);
    Prefetch middling = new Prefetch(pace(50));
    middling.took(Duration.ofMillis(200).toNanos());
    assertThat(middling.most()).as("half a second of deliveries waits").isEqualTo(4 * (1 + 2));
  }

  @Test
  void oneSlowDeliveryAmongFastOnesIsAFifthOfTheNews() {
    Prefetch prefetch = new Prefetch(pace(1_000));
    prefetch.took(Duration.ofMillis(100).toNanos());
    assertThat(prefetch.most()).isEqualTo(4 * (1 + 5));
    prefetch.took(Duration.ofMillis(350).toNanos());
    assertThat(prefetch.most()).as("150 ms by now").isEqualTo(4 * (1 + 3));
  }

  @Test
  void aTransactionThatFailsAloneThreeTimesLetsOthersPass() {
    CommitFailures failures = new CommitFailures();
    Lease one = lease("1", 0);
    assertThat(failures.failed(one)).isFalse();
    assertThat(failures.failed(one)).isFalse();
    assertThat(failures.failed(lease("2", 0))).as("another begins anew").isFalse();
    assertThat(failures.failed(one)).isFalse();
    assertThat(failures.failed(one)).isFalse();
    assertThat(failures.failed(one)).isTrue();
    assertThat(failures.failed(one)).isTrue();
  }

  @Test
  void whoLetsOthersPassIsToBlameOnlyIfOthersHaveCommittedSince() {
    CommitFailures failures = new CommitFailures();
    Lease one = lease("1", 0);
    assertThat(failures.passed(one)).isEqualTo(FailureOf.DESTINATION);
    assertThat(failures.passed(one)).as("nothing has committed").isEqualTo(FailureOf.DESTINATION);
    failures.committed(1);
    assertThat(failures.passed(one)).isEqualTo(FailureOf.INTENT);
    assertThat(failures.passed(one)).as("since then").isEqualTo(FailureOf.DESTINATION);
  }

  @Test
  void whoLetOthersPassLongAgoIsForgottenSoThatMemoryIsBounded() {
    CommitFailures failures = new CommitFailures();
    Lease oldest = lease("oldest", 0);
    Lease next = lease("next", 0);
    assertThat(failures.passed(oldest)).isEqualTo(FailureOf.DESTINATION);
    assertThat(failures.passed(next)).isEqualTo(FailureOf.DESTINATION);
    for (int i = 0; i < 999; i++) {
      assertThat(failures.passed(lease("k" + i, 0))).isEqualTo(FailureOf.DESTINATION);
    }
    failures.committed(1);
    assertThat(failures.passed(next)).as("one of the latest thousand").isEqualTo(FailureOf.INTENT);
    assertThat(failures.passed(oldest)).isEqualTo(FailureOf.DESTINATION);
  }

  @Test
  void aKeyMayBeRepeatedForAsLongAsItsProviderKnowsIt() {
    Contract honoured = new Contract(Keys.HONOURED, Duration.ofHours(1), "Location");
    assertThat(honoured.notDone()).isEqualTo(Set.of(425, 429));
    assertThat(honoured.permitsRepetition(Duration.ofHours(1).minusNanos(1))).isTrue();
    assertThat(honoured.permitsRepetition(Duration.ofHours(1))).isFalse();
    assertThat(
            new Contract(Keys.IGNORED, Duration.ofHours(1), "x").permitsRepetition(Duration.ZERO))
        .isFalse();
  }

  @Test
  void aRateLetsASecondsWorthGoAtOnceAndAtLeastOne() {
    assertThat(new Rate(30, Duration.ofSeconds(3)).burst()).isEqualTo(10);
    assertThat(new Rate(1, Duration.ofSeconds(3)).burst()).isEqualTo(1);
  }

  private static HandedLease handed(long since) {
    Lease lease = lease("1", 0);
    DeliveryAttempts nobody =
        new DeliveryAttempts(
            any -> new Delivery.Accepted(),
            Delivery.Unknown::new,
            new SettlementPolicy(RelayWorld.policy("mail"), () -> false, new Random(1)),
            new DestinationCircuit(DestinationPolicy.Breaker.NONE, () -> 0, LIFE),
            RelayListener.NONE,
            any -> true);
    return new HandedLease(lease, new DeliveryAttempt(nobody, lease), LIFE, since);
  }

  private static Pace pace(int batch) {
    return new Pace(4, batch, LIFE, Duration.ofMillis(20), Optional.empty());
  }

  private static Lease lease(String key, int bytes) {
    Intent intent =
        new Intent(
            new Identity("c", key),
            new Intent.Address(MAIL, 0),
            Headers.none(),
            Body.bytes(new byte[bytes], null));
    return new Lease(intent, 1, new Lease.History(0, Trace.NONE, Duration.ZERO));
  }
}
