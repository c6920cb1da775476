// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.semel.internal.relay.RelayWorld.hang;
import static org.semel.internal.relay.RelayWorld.policy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.intent.Intent;
import org.semel.internal.intent.IntentQueue;
import org.semel.internal.intent.Lease;
import org.semel.internal.relay.DestinationPolicy.Dispatch;
import org.semel.internal.relay.DestinationPolicy.Throughput;
import org.semel.internal.relay.DestinationPolicy.Transfer;
import org.semel.internal.relay.provider.Delivery;
import org.semel.message.Body;
import org.semel.small.Proxied;

/** What a relay has leased is bounded by its size, too. */
class LargeIntentsTest {

  private static final Body LARGE = Body.bytes(new byte[20 << 20], null);

  private final RelayWorld world = new RelayWorld();
  private final CountDownLatch release = new CountDownLatch(1);

  @AfterEach
  void allThreadsAreGone() {
    release.countDown();
    world.close();
  }

  @Test
  void noMoreAreInHandThanSoManyBytesAndAllAreDelivered() {
    for (int i = 0; i < 8; i++) {
      world.record("mail", "k" + i, LARGE);
    }
    world.start(policy("mail"), lease -> hang(release));
    await().until(() -> world.inFlight.get() >= 2);
    assertThat(world.queue.count("leased")).isEqualTo(2);
    release.countDown();
    await().until(() -> world.queue.count("delivered") == 8);
    assertThat(world.sent).hasValue(8);
  }

  @Test
  void theNextOnesAreLeasedAsSoonAsThoseInHandAreSettledAndNotWhenItIsTimeToPoll() {
    for (int i = 0; i < 8; i++) {
      world.record("mail", "k" + i, LARGE);
    }
    world.start(pollingHourly(4, 20), lease -> new Delivery.Accepted());
    await().until(() -> world.queue.count("delivered") == 8);
  }

  @Test
  void soTheyAreWhereOnlyOneMayBeInHand() {
    world.record("mail", 8);
    world.start(pollingHourly(1, 1), lease -> new Delivery.Accepted());
    await().until(() -> world.queue.count("delivered") == 8);
  }

  @ParameterizedTest
  @CsvSource({"LEASE, none", "LEASE, header", "XA, none", "XA, header"})
  void oneThatTheMemoryIsTooSmallToReadHoldsUpNoOther(Transfer transfer, String orderBy) {
    Intent vast = world.record("mail", "vast", LARGE);
    world.record("mail", 3);
    world.through = queue -> withoutMemoryFor(vast, queue);
    world.start(twoThreads(transfer, orderBy), lease -> new Delivery.Accepted());
    await("the others are delivered").until(() -> world.queue.count("delivered") == 3);
    assertThat(world.queue.count("pending")).as("waits").isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "header"})
  void oneThatTwoThreadsLackTheMemoryForAtOnceLetsAllOthersGoBeforeIt(String orderBy) {
    Intent vast = world.record("mail", "vast", LARGE);
    world.record("mail", 3);
    CyclicBarrier both = new CyclicBarrier(2);
    world.through = queue -> withoutMemoryAtOnce(both, withoutMemoryFor(vast, queue));
    world.start(twoThreads(Transfer.XA, orderBy), lease -> new Delivery.Accepted());
    await("the others are delivered").until(() -> world.queue.count("delivered") == 3);
    assertThat(world.queue.state(vast)).isEqualTo("pending");
    assertThat(both.isBroken()).as("each waited in vain for the other").isFalse();
  }

  private static DestinationPolicy twoThreads(Transfer transfer, String orderBy) {
    Optional<String> header = Optional.of(orderBy).filter(key -> !key.equals("none"));
    DestinationPolicy base = policy("mail");
    return with(
        base,
        new Dispatch(base.dispatch().headers(), header, transfer, base.dispatch().maxBody()),
        new Throughput(2, 20, Duration.ofMinutes(5), Duration.ofMillis(20)));
  }

  /** The first two leases, as if each had read the largest one after the other gave it back. */
  private static IntentQueue withoutMemoryAtOnce(CyclicBarrier both, IntentQueue queue) {
    AtomicInteger leases = new AtomicInteger();
    return Proxied.as(
        IntentQueue.class,
        (method, arguments) -> {
          if (method.getName().startsWith("lease") && leases.incrementAndGet() <= 2) {
            both.await(1, TimeUnit.MINUTES);
            throw new OutOfMemoryError("vast");
          }
          return Proxied.call(queue, method, arguments);
        });
  }

  private static IntentQueue withoutMemoryFor(Intent vast, IntentQueue queue) {
    return Proxied.as(
        IntentQueue.class,
        (method, arguments) -> {
          Object came = Proxied.call(queue, method, arguments);
          if (method.getName().startsWith("lease")
              && ((List<?>) came).stream().anyMatch(one -> ((Lease) one).intent().equals(vast))) {
            throw new OutOfMemoryError("vast");
          }
          return came;
        });
  }

  private static DestinationPolicy pollingHourly(int concurrency, int batch) {
    DestinationPolicy policy = policy("mail");
    return with(
        policy,
        policy.dispatch(),
        new Throughput(concurrency, batch, Duration.ofMinutes(5), Duration.ofHours(1)));
  }

  private static DestinationPolicy with(
      DestinationPolicy policy, Dispatch dispatch, Throughput throughput) {
    return new DestinationPolicy(
        policy.destination(), dispatch, throughput, policy.retry(), policy.contract());
  }
}
