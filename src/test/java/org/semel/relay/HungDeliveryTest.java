// SPDX-License-Identifier: Apache-2.0
package org.semel.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.semel.relay.RelayWorld.OPEN;
import static org.semel.relay.RelayWorld.policy;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.intent.Lease;
import org.semel.relay.DestinationPolicy.Breaker;

/** A delivery from which nothing comes back any more. */
class HungDeliveryTest {

  private static final Duration TOO_LONG = Duration.ofHours(1);

  private final RelayWorld world = new RelayWorld();
  private final CountDownLatch release = new CountDownLatch(1);
  private volatile Function<Lease, Delivery> answer = lease -> new Delivery.Accepted();

  @AfterEach
  void allThreadsAreGone() {
    release.countDown();
    world.close();
  }

  @Test
  void whatHangsIsGivenUpAsUnknownAndOthersAreDelivered() {
    IntStream.range(0, 4).forEach(i -> world.record("mail", "hangs" + i));
    world.record("mail", 20);
    world.start(policy("mail"), this::hangingWhereItSaysSo);
    await().until(() -> world.inFlight.get() == 4);
    world.now.addAndGet(TOO_LONG.toNanos());
    await().until(() -> world.queue.count("delivered") == 20);
    await().until(() -> world.queue.count("parked") == 4);
    assertThat(world.inFlight).as("they hang still").hasValue(4);
  }

  @Test
  void aProbeThatHangsIsGivenUpAndAnotherIsTried() {
    world.record("mail", 30);
    answer = lease -> new Delivery.Unavailable("away", Optional.empty());
    world.start(
        policy("mail", new Breaker(3, OPEN), Optional.empty()), lease -> answer.apply(lease));
    await().until(() -> world.told.size() == 1 && world.queue.count("pending") == 30);
    answer = lease -> hang();
    world.now.addAndGet(OPEN.toNanos());
    await().until(() -> world.inFlight.get() == 1);
    answer = lease -> new Delivery.Accepted();
    world.now.addAndGet(TOO_LONG.toNanos());
    await("the probe is given up").until(() -> world.queue.count("parked") == 1);
    world.now.addAndGet(OPEN.toNanos());
    await().until(() -> world.queue.count("delivered") == 29);
    assertThat(world.told).containsExactly("opened after 3 for 30 s", "closed");
  }

  private Delivery hangingWhereItSaysSo(Lease lease) {
    return lease.intent().cause().key().startsWith("hangs") ? hang() : new Delivery.Accepted();
  }

  /** As a client does that looks at no interrupt. */
  private Delivery hang() {
    boolean interrupted = false;
    while (release.getCount() > 0) {
      try {
        release.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return new Delivery.Accepted();
  }
}
