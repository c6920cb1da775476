// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.Trace;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.relay.DestinationPolicy.Breaker;
import org.semel.internal.engine.send.relay.DestinationPolicy.Throughput;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/** Deliveries of which some hang: who is waited for, who is told, and when the relay is woken. */
class DeliveriesAtWorkTest implements RelayListener {

  private static final Duration LONG = Duration.ofHours(1);

  private final AtomicLong now = new AtomicLong(LONG.toNanos());
  private final AtomicInteger hanging = new AtomicInteger();
  private final CountDownLatch release = new CountDownLatch(1);
  private final List<String> told = new CopyOnWriteArrayList<>();
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private final WakeUp wakeUp = new WakeUp();
  private DeliveryPool pool = pool(1, LONG);

  @AfterEach
  void allThreadsAreGone() {
    release.countDown();
    pool.abandon();
    await().until(() -> threads.stream().noneMatch(Thread::isAlive));
  }

  @Test
  void theLastDeliveryToFinishWakesTheRelay() {
    pool.take(leases("1"), System.nanoTime());
    wakeUp.await(LONG); // it has rung, or this never ends
    assertThat(pool.isIdle()).isTrue();
  }

  @Test
  void aQuarterOfTheDeliveriesWakesTheRelayThoughOthersHang() {
    pool = pool(2, LONG);
    pool.take(leases("hangs", "2", "3", "4", "5", "6"), System.nanoTime()); // 20 may be under way
    wakeUp.await(LONG);
    assertThat(pool.isIdle()).isFalse();
  }

  @Test
  void whatIsUnderWayOrWaitsInTimeIsLeftAloneAndWhatWaitsAtTheCloseIsGivenBack() {
    pool.take(leases("hangs", "2"), System.nanoTime());
    await().until(() -> hanging.get() == 1);
    assertThat(pool.finished()).isEmpty();
    assertThat(pool.aging()).isEmpty();
    pool.close();
    assertThat(pool.finished())
        .containsExactly(new SettledLease(lease("2"), new Settlement.NotBegun()));
    assertThat(told).isEmpty();
  }

  @Test
  void whatIsUnderWayIsRenewedOnceHalfOfItsLeaseIsOverUntilNobodyWaitsForIt() {
    pool = pool(1, Duration.ofMillis(400));
    pool.take(leases("hangs"), System.nanoTime());
    await().until(() -> hanging.get() == 1 || pool.isIdle());
    if (hanging.get() == 1) { // else its lease was over before a slow machine began
      await().until(() -> pool.aging().size() == 1);
      pool.abandon();
      assertThat(pool.aging()).isEmpty();
    }
  }

  @Test
  void whatHangsIsGivenUpAndToldAndLessIsTakenOn() {
    pool = pool(4, LONG);
    pool.take(leases("hangs"), System.nanoTime());
    await().until(() -> hanging.get() == 1);
    assertThat(pool.free()).isEqualTo(4 * 2 - 1);
    now.addAndGet(Throughput.DELIVERY_TIMEOUT.toNanos());
    assertThat(pool.finished()).hasSize(1);
    assertThat(told).containsExactly("given up after 300 s");
    assertThat(pool.free()).isLessThan(20).isEqualTo(4 * (1 + 60 / 300) - 1);
  }

  @Test
  void whenTwiceAsManyHangAsMayDeliverThatIsToldAndThatOneIsBack() {
    for (String key : List.of("hangs", "hangs too")) {
      int before = hanging.get();
      pool.take(leases(key), System.nanoTime());
      await().until(() -> hanging.get() == before + 1);
      now.addAndGet(Throughput.DELIVERY_TIMEOUT.toNanos());
      assertThat(pool.finished()).isNotEmpty();
      pool.settled(pool.finished());
    }
    assertThat(told).containsExactly("given up after 300 s", "given up after 300 s", "2 hang");
    assertThat(pool.free()).isZero();
    release.countDown();
    await().until(() -> told.contains("one is back"));
    await().until(() -> pool.free() > 0);
    assertThat(told).filteredOn("one is back"::equals).hasSize(1);
  }

  @Test
  void aFastProviderIsTrustedWithAWholeBatch() {
    pool = pool(1, Duration.ofDays(1)); // by real time, in which this machine may stand still
    pool.take(leases("1"), System.nanoTime());
    await().until(pool::isIdle);
    pool.settled(pool.finished());
    assertThat(pool.free()).isEqualTo(20);
  }

  @Test
  void onceClosedOrAbandonedTheThreadsEnd() {
    pool.take(leases("1"), System.nanoTime());
    await().until(pool::isIdle);
    assertThat(threads).hasSize(1);
    pool.close();
    await().until(() -> threads.stream().noneMatch(Thread::isAlive));
  }

  @Override
  public void givenUp(Destination destination, Intent intent, Duration after) {
    told.add("given up after " + after.toSeconds() + " s");
  }

  @Override
  public void exhausted(Destination destination, int many) {
    told.add(many + " hang");
  }

  @Override
  public void relieved(Destination destination) {
    told.add("one is back");
  }

  private Delivery deliver(Lease lease) {
    if (lease.intent().cause().key().startsWith("hangs")) {
      hanging.incrementAndGet();
      boolean open = false;
      while (!open) {
        open = released();
      }
    }
    return new Delivery.Accepted();
  }

  /** An interrupt does not help: it hangs. */
  private boolean released() {
    try {
      release.await();
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private DeliveryPool pool(int concurrency, Duration life) {
    DestinationPolicy base = RelayWorld.policy("mail");
    DestinationPolicy policy =
        new DestinationPolicy(
            base.destination(),
            base.dispatch(),
            new Throughput(concurrency, 20, life, Duration.ofMillis(20)),
            base.retry(),
            base.contract());
    DestinationChannel channel =
        new DestinationChannel(
            RelayWorld.queue(policy),
            this::deliver,
            new SettlementPolicy(policy, () -> false, new Random(1)),
            new DestinationCircuit(Breaker.NONE, now::get, LONG, () -> false),
            this,
            lease -> true);
    return new DeliveryPool(channel, this::thread, wakeUp::signal, now::get);
  }

  private Thread thread(Runnable work) {
    Thread thread = new Thread(work);
    threads.add(thread);
    return thread;
  }

  private static List<Lease> leases(String... keys) {
    List<Lease> leases = new ArrayList<>();
    for (String key : keys) {
      leases.add(lease(key));
    }
    return leases;
  }

  private static Lease lease(String key) {
    Intent intent =
        new Intent(
            new Identity("c", key),
            new Intent.Address(new Destination("mail"), 0),
            Headers.none(),
            Body.none());
    return new Lease(intent, 1, new Lease.DeliveryHistory(0, Trace.NONE, Duration.ZERO));
  }
}
