// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.semel.internal.engine.send.relay.RelayWorld.hang;
import static org.semel.internal.engine.send.relay.RelayWorld.policy;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.send.relay.DestinationPolicy.Throughput;

/** A relay that is stopped, as at each deployment, leaves nothing in doubt that was not sent. */
class StoppedRelayTest {

  private final RelayWorld world = new RelayWorld();
  private final CountDownLatch release = new CountDownLatch(1);

  @AfterEach
  void allThreadsAreGone() {
    release.countDown();
    world.close();
  }

  @Test
  void whatWaitsIsGivenBackWhileADeliveryHangs() {
    world.record("mail", 8);
    Relay relay = world.start(policy("mail"), lease -> hang(release));
    await().until(() -> world.inFlight.get() == 4 && world.queue.count("leased") == 8);
    Thread stopping = stop(relay);
    await("four are given back while four hang")
        .until(() -> world.queue.count("pending") == 4 && world.inFlight.get() == 4);
    release.countDown();
    await().until(() -> !stopping.isAlive());
    assertThat(world.queue.count("delivered")).isEqualTo(4);
  }

  @Test
  void whatIsDeliveredIsSettledWhileAnotherDeliveryHangs() {
    CountDownLatch first = new CountDownLatch(1);
    world.record("mail", "slow");
    world.record("mail", "fast");
    world.record("mail", 2);
    Relay relay =
        world.start(
            atOnce(2),
            lease -> hang(lease.intent().cause().key().equals("slow") ? release : first));
    await().until(() -> world.inFlight.get() == 2 && world.queue.count("leased") == 4);
    Thread stopping = stop(relay);
    await("what was not begun is given back").until(() -> world.queue.count("pending") == 2);
    first.countDown();
    await("one is settled while the other hangs")
        .until(() -> world.queue.count("delivered") == 1 && world.inFlight.get() == 1);
    release.countDown();
    await().until(() -> !stopping.isAlive());
    assertThat(world.queue.count("delivered")).isEqualTo(2);
  }

  @Test
  void aLastSettlementThatDoesNotCommitIsMadeAgain() {
    world.record("mail", 2);
    Relay relay =
        world.start(
            atOnce(1),
            lease -> {
              Delivery accepted = hang(release);
              world.transactions.failNextCommit(new IllegalStateException("database away"));
              return accepted;
            });
    await().until(() -> world.inFlight.get() == 1 && world.queue.count("leased") == 2);
    Thread stopping = stop(relay);
    await("what was not begun is given back").until(() -> world.queue.count("pending") == 1);
    release.countDown();
    await().until(() -> !stopping.isAlive());
    assertThat(world.queue.count("delivered")).isEqualTo(1);
    assertThat(world.sent).hasValue(1);
  }

  private static DestinationPolicy atOnce(int deliveries) {
    DestinationPolicy policy = policy("mail");
    Throughput pace = policy.throughput();
    return new DestinationPolicy(
        policy.destination(),
        policy.dispatch(),
        new Throughput(deliveries, pace.batch(), pace.lease(), pace.poll()),
        policy.retry(),
        policy.contract());
  }

  private static Thread stop(Relay relay) {
    Thread stopping = new Thread(relay::stop);
    stopping.start();
    return stopping;
  }
}
