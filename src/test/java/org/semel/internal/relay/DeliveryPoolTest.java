// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryIntents;
import org.semel.internal.intent.Destination;
import org.semel.internal.intent.Intent;
import org.semel.internal.intent.Lease;
import org.semel.internal.intent.Lease.Trace;
import org.semel.internal.intent.SettledLease;
import org.semel.internal.intent.Settlement;
import org.semel.internal.intent.WakeUps;
import org.semel.internal.relay.DestinationPolicy.Pace;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/** What couriers do with the leases that they are handed. */
class DeliveryPoolTest {

  private static final DestinationPolicy POLICY = withLongLeases(RelayWorld.policy("mail"));
  private static final Lease LEASE =
      new Lease(
          new Intent(
              new Identity("c", "1"),
              new Intent.Address(new Destination("mail"), 0),
              Headers.none(),
              Body.none()),
          1,
          new Lease.History(0, Trace.NONE, Duration.ZERO));
  private static final SettledLease GIVEN_BACK = new SettledLease(LEASE, new Settlement.Released());

  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger rings = new AtomicInteger();
  private final AtomicLong now = new AtomicLong();
  private final List<Throwable> defects = new CopyOnWriteArrayList<>();
  private final RelayListener listener =
      new RelayListener() {
        @Override
        public void interrupted(Destination destination, Throwable cause, Duration pause) {
          defects.add(cause);
        }
      };

  @Test
  void underALeaseOfWhichHalfIsOverNothingIsSent() {
    DeliveryPool couriers = couriers(Thread::new);
    couriers.take(List.of(LEASE), System.nanoTime() - POLICY.pace().lease().dividedBy(2).toNanos());
    await("a courier had it in hand").until(couriers::isIdle);
    couriers.close();
    assertThat(couriers.back()).containsExactly(GIVEN_BACK);
    assertThat(sent).hasValue(0);
  }

  @Test
  void underAFreshLeaseItIs() {
    DeliveryPool couriers = couriers(Thread::new);
    couriers.take(List.of(LEASE), System.nanoTime());
    await().until(couriers::isIdle);
    couriers.close();
    assertThat(couriers.back())
        .containsExactly(new SettledLease(LEASE, new Settlement.Delivered()));
    assertThat(sent).hasValue(1);
  }

  @Test
  void whatFindsNoThreadIsGivenBack() {
    DeliveryPool couriers =
        couriers(
            work -> {
              throw new IllegalStateException("the server gives none");
            });
    long old = System.nanoTime() - POLICY.pace().lease().toNanos();
    assertThatThrownBy(() -> couriers.take(List.of(LEASE, LEASE), old))
        .hasMessage("the server gives none");
    assertThat(couriers.back()).containsExactly(GIVEN_BACK, GIVEN_BACK);
    couriers.settled(couriers.back());
    assertThat(couriers.isEmpty()).as("nothing is taken for in hand for ever").isTrue();
  }

  /** Whoever brings nothing is in hand for ever, and a place is lost with it. */
  @Test
  void whatEndsInADefectIsBroughtBackAsUnknown() {
    DeliveryPool couriers = defective(lease -> new Delivery.Unknown("timed out"));
    couriers.take(List.of(LEASE), System.nanoTime());
    await().until(couriers::isIdle);
    couriers.close();
    assertThat(couriers.back())
        .extracting(SettledLease::settlement)
        .allSatisfy(this::assertUnknown);
    assertThat(couriers.back()).hasSize(1);
    assertThat(defects).as("told").isNotEmpty().allSatisfy(this::assertAway);
  }

  @Test
  void whatHangsAndIsGivenUpWithADefectIsBroughtBackAsUnknown() {
    CountDownLatch release = new CountDownLatch(1);
    DeliveryPool couriers =
        defective(
            lease -> {
              sent.incrementAndGet();
              return RelayWorld.hang(release);
            });
    couriers.take(List.of(LEASE), System.nanoTime());
    await().until(() -> sent.get() == 1);
    now.addAndGet(POLICY.pace().deliveryTimeout().toNanos());
    List<SettledLease> back = couriers.back();
    couriers.close();
    assertThat(back)
        .hasSize(1)
        .extracting(SettledLease::settlement)
        .allSatisfy(this::assertUnknown);
    assertThat(defects).as("told").isNotEmpty().allSatisfy(this::assertAway);
  }

  /** Each ring costs a transaction: a quarter of what may be in hand, not of what little is. */
  @Test
  void theBellRingsWhenAQuarterOfWhatMayBeInHandIsBack() {
    CountDownLatch release = new CountDownLatch(1);
    DeliveryPool couriers =
        couriers(
            Thread::new,
            lease ->
                sent.incrementAndGet() <= 4 ? new Delivery.Accepted() : RelayWorld.hang(release),
            () -> false);
    couriers.take(Collections.nCopies(12, LEASE), System.nanoTime());
    await("four have come back, and all couriers hang").until(() -> sent.get() == 8);
    assertThat(couriers.back()).hasSize(4);
    assertThat(rings).as("20 may be in hand").hasValue(0);
    release.countDown();
    await().until(couriers::isIdle);
    couriers.close();
    assertThat(rings).hasPositiveValue();
  }

  private void assertAway(Throwable defect) {
    assertThat(defect).hasMessage("the routes are away");
  }

  private void assertUnknown(Settlement settlement) {
    assertThat(settlement)
        .isInstanceOfSatisfying(
            Settlement.Parked.class,
            parked -> assertThat(parked.reason()).isEqualTo(Settlement.Reason.OUTCOME_UNKNOWN));
  }

  /** Whose provider fails when it is asked whether it can be asked. */
  private DeliveryPool defective(Provider provider) {
    return couriers(
        Thread::new,
        provider,
        () -> {
          throw new IllegalStateException("the routes are away");
        });
  }

  /** However slow the machine is, deliveries are fast beside these. */
  private static DestinationPolicy withLongLeases(DestinationPolicy policy) {
    Pace pace = policy.pace();
    return new DestinationPolicy(
        policy.destination(),
        policy.dispatch(),
        new Pace(pace.concurrency(), pace.batch(), Duration.ofHours(2), pace.poll()),
        policy.endurance(),
        policy.contract());
  }

  private DeliveryPool couriers(ThreadFactory threads) {
    return couriers(
        threads,
        lease -> {
          sent.incrementAndGet();
          return new Delivery.Accepted();
        },
        () -> false);
  }

  private DeliveryPool couriers(ThreadFactory threads, Provider provider, BooleanSupplier canAsk) {
    FakeTransactions transactions = new FakeTransactions();
    Relay.Depot depot =
        new Relay.Depot(
            new InMemoryIntents(transactions), transactions, threads, new WakeUps(), now::get);
    DeliveryAttempts errand =
        new DeliveryAttempts(
            provider,
            Delivery.Unknown::new,
            new SettlementPolicy(POLICY, canAsk, new Random(1)),
            new DestinationCircuit(
                POLICY.endurance().breaker(), depot.clock(), POLICY.pace().deliveryTimeout()),
            listener,
            lease -> true);
    return new DeliveryPool(POLICY, depot, errand, rings::incrementAndGet, listener);
  }
}
