// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

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
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.Trace;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.relay.Delivery.Denied;
import org.semel.internal.engine.send.relay.DestinationPolicy.Throughput;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/** What delivery threads do with the leases that they are given. */
class DeliveryPoolTest {

  private static final DestinationPolicy POLICY = withLongLeases(RelayWorld.policy("mail"));
  private static final Lease LEASE = lease(Body.none());
  private static final SettledLease GIVEN_BACK = new SettledLease(LEASE, new Settlement.NotBegun());

  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger relieved = new AtomicInteger();
  private final AtomicInteger toldAsUnknown = new AtomicInteger();
  private final AtomicInteger wakeUps = new AtomicInteger();
  private final AtomicLong now = new AtomicLong();
  private final List<Throwable> defects = new CopyOnWriteArrayList<>();
  private final RelayListener listener =
      new RelayListener() {
        @Override
        public void interrupted(Destination destination, Throwable cause, Duration pause) {
          defects.add(cause);
        }

        @Override
        public void givenUp(Destination destination, Intent intent, Duration after) {
          toldAsUnknown.incrementAndGet();
        }

        @Override
        public void relieved(Destination destination) {
          relieved.incrementAndGet();
        }
      };

  @Test
  void underALeaseOfWhichHalfIsOverNothingIsSent() {
    DeliveryPool pool = pool(Thread::new);
    pool.take(
        List.of(LEASE), System.nanoTime() - POLICY.throughput().lease().dividedBy(2).toNanos());
    await("a thread had it").until(pool::isIdle);
    pool.close();
    assertThat(pool.finished()).containsExactly(GIVEN_BACK);
    assertThat(sent).hasValue(0);
  }

  @Test
  void underAFreshLeaseItIs() {
    DeliveryPool pool = pool(Thread::new);
    pool.take(List.of(LEASE), System.nanoTime());
    await().until(pool::isIdle);
    pool.close();
    assertThat(pool.finished())
        .containsExactly(new SettledLease(LEASE, new Settlement.Delivered()));
    assertThat(sent).hasValue(1);
  }

  @Test
  void whatFindsNoThreadIsGivenBack() {
    DeliveryPool pool =
        pool(
            work -> {
              throw new IllegalStateException("the server gives none");
            });
    long old = System.nanoTime() - POLICY.throughput().lease().toNanos();
    assertThatThrownBy(() -> pool.take(List.of(LEASE, LEASE), old))
        .hasMessage("the server gives none");
    assertThat(pool.finished()).containsExactly(GIVEN_BACK, GIVEN_BACK);
    pool.settled(pool.finished());
    assertThat(pool.isEmpty()).as("nothing stays unsettled for ever").isTrue();
  }

  /** In neither place, its lease could run out, and the relay would lease its own intent anew. */
  @Test
  void whatHasBegunIsAtEachMomentUnderWayOrFinished() {
    for (int round = 0; round < 50; round++) {
      CountDownLatch release = new CountDownLatch(1);
      DeliveryPool pool = pool(Thread::new, lease -> RelayWorld.hang(release), () -> false);
      pool.take(Collections.nCopies(4, LEASE), soonHalfOver());
      await("all are under way for long").until(() -> inHand(pool) == 4);
      release.countDown();
      while (!pool.isIdle()) {
        assertThat(inHand(pool)).as("under way or finished").isGreaterThanOrEqualTo(4);
      }
      pool.close();
    }
  }

  private static long soonHalfOver() {
    Duration half = POLICY.throughput().lease().dividedBy(2);
    return System.nanoTime() - half.minusMillis(20).toNanos();
  }

  /** In the order in which the relay looks at them. */
  private static int inHand(DeliveryPool pool) {
    int underWay = pool.aging().size();
    return underWay + pool.finished().size();
  }

  /** An attempt without a settlement would stay under way for ever, and take a place with it. */
  @Test
  void whatEndsInADefectIsBroughtBackAsUnknown() {
    DeliveryPool pool = defective(lease -> new Delivery.OutcomeUnknown("timed out"));
    pool.take(List.of(LEASE), System.nanoTime());
    await().until(pool::isIdle);
    pool.close();
    assertThat(pool.finished())
        .extracting(SettledLease::settlement)
        .allSatisfy(this::assertUnknown);
    assertThat(pool.finished()).hasSize(1);
    assertThat(defects).as("told").isNotEmpty().allSatisfy(this::assertAway);
  }

  @Test
  void whatHangsAndIsGivenUpWithADefectIsBroughtBackAsUnknown() {
    CountDownLatch release = new CountDownLatch(1);
    DeliveryPool pool =
        defective(
            lease -> {
              sent.incrementAndGet();
              return RelayWorld.hang(release);
            });
    pool.take(List.of(LEASE), System.nanoTime());
    await().until(() -> sent.get() == 1);
    now.addAndGet(POLICY.throughput().deliveryTimeout().toNanos());
    List<SettledLease> finished = pool.finished();
    pool.close();
    assertThat(finished)
        .hasSize(1)
        .extracting(SettledLease::settlement)
        .allSatisfy(this::assertUnknown);
    assertThat(defects).as("told").isNotEmpty().allSatisfy(this::assertAway);
  }

  @Test
  void whatHangsWhenItIsSentIsToldAsUnknown() {
    CountDownLatch release = new CountDownLatch(1);
    DeliveryPool pool = pool(Thread::new, lease -> sentAndHanging(release), () -> false);
    takeUntilItHangs(pool);
    assertThat(pool.finished())
        .hasSize(1)
        .extracting(SettledLease::settlement)
        .allSatisfy(this::assertUnknown);
    assertThat(toldAsUnknown).hasValue(1);
    release.countDown();
    pool.close();
  }

  @Test
  void whatHangsBeforeItIsSentIsGivenBackAndNotToldAsUnknown() {
    CountDownLatch release = new CountDownLatch(1);
    DeliveryPool pool =
        pool(
            Thread::new,
            lease -> new Delivery.Accepted(),
            () -> false,
            new DestinationChannel.Leases() {
              @Override
              public boolean renew(Lease lease) {
                return true;
              }

              @Override
              public boolean markSent(Lease lease) {
                sentAndHanging(release);
                return true;
              }
            });
    takeUntilItHangs(pool);
    assertThat(pool.finished()).containsExactly(GIVEN_BACK);
    assertThat(toldAsUnknown).hasValue(0);
    assertThat(defects).as("told").hasSize(1);
    release.countDown();
    pool.close();
  }

  private void takeUntilItHangs(DeliveryPool pool) {
    pool.take(List.of(LEASE), System.nanoTime());
    await("it hangs").until(() -> sent.get() == 1);
    now.addAndGet(POLICY.throughput().deliveryTimeout().toNanos());
  }

  private Delivery sentAndHanging(CountDownLatch release) {
    sent.incrementAndGet();
    return RelayWorld.hang(release);
  }

  /**
   * Each wake-up costs a transaction: a quarter of what may be under way, not of the few that are.
   */
  @Test
  void theRelayIsWokenWhenAQuarterOfWhatMayBeUnderWayIsBack() {
    CountDownLatch release = new CountDownLatch(1);
    DeliveryPool pool =
        pool(
            Thread::new,
            lease ->
                sent.incrementAndGet() <= 4 ? new Delivery.Accepted() : RelayWorld.hang(release),
            () -> false);
    pool.take(Collections.nCopies(12, LEASE), System.nanoTime());
    await("four have come back, and all threads hang").until(() -> sent.get() == 8);
    assertThat(pool.finished()).hasSize(4);
    assertThat(wakeUps).as("20 may be under way").hasValue(0);
    release.countDown();
    await().until(pool::isIdle);
    pool.close();
    assertThat(wakeUps).hasPositiveValue();
  }

  @Test
  void theRelayIsWokenByAFourthOfThatManyAndByTheLast() {
    CountDownLatch release = new CountDownLatch(1);
    DeliveryPool pool =
        pool(
            Thread::new,
            lease ->
                sent.incrementAndGet() <= 5 ? new Delivery.Accepted() : RelayWorld.hang(release),
            () -> false);
    pool.take(Collections.nCopies(9, LEASE), System.nanoTime());
    await("five of twenty are back").until(() -> wakeUps.get() == 1);
    release.countDown();
    await("all are back, the last of which wakes").until(() -> pool.isIdle() && wakeUps.get() > 1);
    pool.close();
  }

  @Test
  void theRelayIsWokenByTheOnlyOne() {
    DeliveryPool pool = pool(Thread::new);
    pool.take(List.of(LEASE), System.nanoTime());
    await("it is back").until(() -> wakeUps.get() == 1);
    pool.close();
  }

  /** No further one is leased until some are settled, however few they are. */
  @Test
  void whereBodiesAreLargeTheRelayIsWokenByAFourthOfTheFewThatThereAre() {
    CountDownLatch release = new CountDownLatch(1);
    DeliveryPool pool =
        pool(
            Thread::new,
            lease ->
                sent.incrementAndGet() == 1 ? new Delivery.Accepted() : RelayWorld.hang(release),
            () -> false);
    Lease large = lease(Body.bytes(new byte[(int) (Prefetch.BYTES / 4)], null));
    pool.take(Collections.nCopies(4, large), System.nanoTime());
    await("one of four is back").until(() -> wakeUps.get() == 1);
    assertThat(pool.bytes()).as("left for further ones").isZero();
    pool.settled(pool.finished());
    assertThat(pool.bytes()).as("left once it is settled").isEqualTo(Prefetch.BYTES / 4);
    release.countDown();
    pool.close();
  }

  @Test
  void theRelayIsToldAndWokenWhenOneOfTooManyThatHangReturns() {
    CountDownLatch release = new CountDownLatch(1);
    DeliveryPool pool =
        pool(
            Thread::new,
            lease -> {
              sent.incrementAndGet();
              return hangInSpiteOf(release);
            },
            () -> false);
    for (int begun = 4; begun <= 8; begun += 4) {
      int all = begun;
      pool.take(Collections.nCopies(4, LEASE), System.nanoTime());
      await("all are sent").until(() -> sent.get() == all);
      now.addAndGet(POLICY.throughput().deliveryTimeout().toNanos());
      pool.finished();
    }
    assertThat(pool.free()).as("eight hang").isZero();
    release.countDown();
    await("one is back").until(() -> relieved.get() == 1 && wakeUps.get() > 0);
    pool.close();
  }

  private static Delivery hangInSpiteOf(CountDownLatch release) {
    boolean interrupted = false;
    while (release.getCount() > 0) {
      RelayWorld.hang(release);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return new Delivery.Accepted();
  }

  /** Others would only be leased to be given back, in an order that may leave one out for long. */
  @Test
  void whileOneLeaseMayBecomeTheProbeNoOtherIsTaken() {
    CountDownLatch begin = new CountDownLatch(1);
    AtomicInteger threads = new AtomicInteger();
    DeliveryPool pool =
        pool(
            work ->
                new Thread(threads.getAndIncrement() == 0 ? work : () -> afterThat(begin, work)),
            lease -> new Delivery.Denied("status 401", Denied.Extent.ALL),
            () -> false);
    pool.take(List.of(LEASE), System.nanoTime());
    await("the destination is paused").until(pool::isIdle);
    pool.settled(pool.finished());
    now.addAndGet(POLICY.retry().breaker().open().toNanos());
    assertThat(pool.free()).as("one may be tried").isOne();
    pool.take(List.of(LEASE), System.nanoTime());
    assertThat(pool.free()).as("one waits for its thread").isZero();
    begin.countDown();
    await("it was tried").until(pool::isIdle);
    pool.close();
  }

  private static void afterThat(CountDownLatch latch, Runnable work) {
    RelayWorld.hang(latch);
    work.run();
  }

  private void assertAway(Throwable defect) {
    assertThat(defect).hasMessage("the routes are away");
  }

  private void assertUnknown(Settlement settlement) {
    assertThat(settlement)
        .isInstanceOfSatisfying(
            Settlement.Parked.class,
            parked ->
                assertThat(parked.reason())
                    .isEqualTo(Settlement.IntentParkingReason.OUTCOME_UNKNOWN));
  }

  private static Lease lease(Body body) {
    return new Lease(
        new Intent(
            new Identity("c", "1"),
            new Intent.Address(new Destination("mail"), 0),
            Headers.none(),
            body),
        1,
        new Lease.DeliveryHistory(0, Trace.NONE, Duration.ZERO));
  }

  /** Whose provider fails when it is asked whether it can be asked. */
  private DeliveryPool defective(Provider provider) {
    return pool(
        Thread::new,
        provider,
        () -> {
          throw new IllegalStateException("the routes are away");
        });
  }

  /** However slow the machine is, deliveries are fast beside these. */
  private static DestinationPolicy withLongLeases(DestinationPolicy policy) {
    Throughput pace = policy.throughput();
    return new DestinationPolicy(
        policy.destination(),
        policy.dispatch(),
        new Throughput(pace.concurrency(), pace.batch(), Duration.ofHours(2), pace.poll()),
        policy.retry(),
        policy.contract());
  }

  private DeliveryPool pool(ThreadFactory threads) {
    return pool(
        threads,
        lease -> {
          sent.incrementAndGet();
          return new Delivery.Accepted();
        },
        () -> false);
  }

  private DeliveryPool pool(ThreadFactory threads, Provider provider, BooleanSupplier canAsk) {
    return pool(threads, provider, canAsk, lease -> true);
  }

  private DeliveryPool pool(
      ThreadFactory threads,
      Provider provider,
      BooleanSupplier canAsk,
      DestinationChannel.Leases leases) {
    DestinationChannel channel =
        new DestinationChannel(
            RelayWorld.queue(POLICY),
            provider,
            new SettlementPolicy(POLICY, canAsk, new Random(1)),
            new DestinationCircuit(
                POLICY.retry().breaker(),
                now::get,
                POLICY.throughput().deliveryTimeout(),
                () -> false),
            listener,
            leases);
    return new DeliveryPool(channel, threads, wakeUps::incrementAndGet, now::get);
  }
}
