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
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.relay.DestinationPolicy.Throughput;

/** A provider that takes longer than a lease: what was not sent is not unknown. */
class SlowProviderTest {

  /** Renewed from its half on: a machine may stand still for three seconds. */
  private static final Duration LEASE = Duration.ofSeconds(6);

  private final RelayWorld world = new RelayWorld();
  private final CountDownLatch release = new CountDownLatch(1);

  @AfterEach
  void allThreadsAreGone() {
    release.countDown();
    world.close();
  }

  @Test
  void whatWaitedBehindASlowDeliveryWasNotSentAndIsNotUnknown() {
    world.record("mail", "first");
    Intent waiting = world.record("mail", "second");
    world.record("mail", "third");
    world.start(oneByOne("mail", LEASE), lease -> hang(release));
    await().until(() -> world.queue.leases(waiting) >= 2);
    release.countDown();
    await().until(() -> world.queue.count("delivered") + world.queue.count("parked") == 3);
    assertThat(world.queue.count("parked")).isZero();
    assertThat(world.sent).hasValue(3);
  }

  /** Of two relays: this machine may stand still for half of the lease before the second has it. */
  @Test
  void aDeliveryThatTakesLongerThanALeaseIsNobodyElses() {
    Intent intent = world.record("mail", "1");
    world.start(oneByOne("mail", LEASE.multipliedBy(6)), lease -> hang(release));
    await().until(() -> world.inFlight.get() == 1);
    world.start(oneByOne("mail", LEASE.multipliedBy(6)), lease -> new Delivery.Accepted());
    await("its lease is renewed beyond its first end")
        .until(() -> world.queue.renewals(intent) >= 2);
    assertThat(world.sent).hasValue(1);
    release.countDown();
    await().until(() -> world.queue.count("delivered") == 1);
    assertThat(world.sent).hasValue(1);
  }

  @Test
  void noMoreAreLeasedThanWillSoonBeDelivered() {
    world.record("mail", 50);
    world.start(policy("mail"), lease -> hang(release));
    await().until(() -> world.inFlight.get() == 4);
    assertThat(world.queue.count("leased")).isLessThanOrEqualTo(8);
  }

  private static DestinationPolicy oneByOne(String name, Duration lease) {
    DestinationPolicy policy = policy(name);
    return new DestinationPolicy(
        policy.destination(),
        policy.dispatch(),
        new Throughput(1, 20, lease, policy.throughput().poll()),
        policy.retry(),
        policy.contract());
  }
}
