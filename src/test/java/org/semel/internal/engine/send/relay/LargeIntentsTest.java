// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.semel.internal.engine.send.relay.RelayWorld.hang;
import static org.semel.internal.engine.send.relay.RelayWorld.policy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.send.relay.DestinationPolicy.Dispatch;
import org.semel.internal.engine.send.relay.DestinationPolicy.Throughput;
import org.semel.message.Body;

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
