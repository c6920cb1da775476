// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.Trace;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.Settlement.FailureOf;
import org.semel.internal.engine.send.relay.DeliveryPool.DeliveryOutcomes;
import org.semel.internal.engine.send.relay.DeliveryPool.ExpiringLease;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract.Keys;
import org.semel.internal.engine.send.relay.DestinationPolicy.Rate;
import org.semel.internal.engine.send.relay.DestinationPolicy.Throughput;
import org.semel.internal.engine.send.relay.TransactionalRelay.CommitFailures;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/** What is counted while deliveries are under way, and for how long. */
class LeasesUnderWayTest {

  private static final Duration LIFE = Duration.ofSeconds(30);
  private static final Destination MAIL = new Destination("mail");
  private static final Settlement DONE = new Settlement.Delivered();

  @Test
  void whatIsTakenIsUnsettledUntilItIsSettledAndUnderWayUntilItHasFinished() {
    DeliveryOutcomes outcomes = new DeliveryOutcomes();
    Lease first = lease("1", 10);
    Lease second = lease("2", 200);
    outcomes.expect(List.of(first, second));
    assertThat(List.of(outcomes.unsettled(), outcomes.underWay())).containsExactly(2, 2);
    assertThat(outcomes.bytes()).isEqualTo(210);
    assertThat(outcomes.add(new SettledLease(first, DONE))).isEqualTo(1);
    assertThat(outcomes.add(new SettledLease(second, DONE))).isEqualTo(2);
    assertThat(List.of(outcomes.unsettled(), outcomes.underWay())).containsExactly(2, 0);
    assertThat(outcomes.finished())
        .containsExactly(new SettledLease(first, DONE), new SettledLease(second, DONE));
    outcomes.settled(List.of(new SettledLease(first, DONE)));
    assertThat(outcomes.finished()).containsExactly(new SettledLease(second, DONE));
    assertThat(outcomes.unsettled()).isEqualTo(1);
    assertThat(outcomes.bytes()).isEqualTo(200);
    outcomes.expect(List.of(first));
    assertThat(outcomes.add(new SettledLease(first, DONE))).isEqualTo(2);
  }

  @Test
  void aLeaseIsOldOnceMoreThanHalfOfItIsOver() {
    ExpiringLease held = held(1_000);
    long half = LIFE.toNanos() / 2;
    assertThat(held.isAging(1_000 + half)).isFalse();
    assertThat(held.isAging(1_001 + half)).isTrue();
    held.renewed(2_000);
    assertThat(held.isAging(2_000 + half)).isFalse();
  }

  @Test
  void aDeliveryHangsOnceItHasTakenItsTime() {
    ExpiringLease held = held(0);
    held.begin(500);
    assertThat(held.hangs(500 + Duration.ofSeconds(1).toNanos() - 1, Duration.ofSeconds(1)))
        .isFalse();
    assertThat(held.hangs(500 + Duration.ofSeconds(1).toNanos(), Duration.ofSeconds(1))).isTrue();
  }

  @Test
  void beforeAnythingIsKnownOneWaitsForEachThatIsUnderWay() {
    assertThat(new Prefetch(pace(50)).most()).isEqualTo(8);
  }

  @Test
  void aSlowProviderHasFewUnderWayAndAFastOneAWholeBatch() {
    Prefetch slow = new Prefetch(pace(50));
    slow.took(Duration.ofSeconds(5).toNanos());
    assertThat(slow.most()).as("one for each delivery thread").isEqualTo(4);
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
    assertThat(failures.deferred(one)).isEqualTo(FailureOf.DESTINATION);
    assertThat(failures.deferred(one)).as("nothing has committed").isEqualTo(FailureOf.DESTINATION);
    failures.committed(1);
    assertThat(failures.deferred(one)).isEqualTo(FailureOf.INTENT);
    assertThat(failures.deferred(one)).as("since then").isEqualTo(FailureOf.DESTINATION);
  }

  @Test
  void whoLetOthersPassLongAgoIsForgottenSoThatMemoryIsBounded() {
    CommitFailures failures = new CommitFailures();
    Lease oldest = lease("oldest", 0);
    Lease next = lease("next", 0);
    assertThat(failures.deferred(oldest)).isEqualTo(FailureOf.DESTINATION);
    assertThat(failures.deferred(next)).isEqualTo(FailureOf.DESTINATION);
    for (int i = 0; i < 999; i++) {
      assertThat(failures.deferred(lease("k" + i, 0))).isEqualTo(FailureOf.DESTINATION);
    }
    failures.committed(1);
    assertThat(failures.deferred(next))
        .as("one of the latest thousand")
        .isEqualTo(FailureOf.INTENT);
    assertThat(failures.deferred(oldest)).isEqualTo(FailureOf.DESTINATION);
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

  private static ExpiringLease held(long since) {
    Lease lease = lease("1", 0);
    DestinationChannel nobody =
        new DestinationChannel(
            RelayWorld.queue(RelayWorld.policy("mail")),
            any -> new Delivery.Accepted(),
            new SettlementPolicy(RelayWorld.policy("mail"), () -> false, new Random(1)),
            new DestinationCircuit(DestinationPolicy.Breaker.NONE, () -> 0, LIFE, () -> false),
            RelayListener.NONE,
            any -> true);
    return new ExpiringLease(lease, nobody.attempt(lease), LIFE, since);
  }

  private static Throughput pace(int batch) {
    return new Throughput(4, batch, LIFE, Duration.ofMillis(20), Optional.empty());
  }

  private static Lease lease(String key, int bytes) {
    Intent intent =
        new Intent(
            new Identity("c", key),
            new Intent.Address(MAIL, 0),
            Headers.none(),
            Body.bytes(new byte[bytes], null));
    return new Lease(intent, 1, new Lease.DeliveryHistory(0, Trace.NONE, Duration.ZERO));
  }
}
