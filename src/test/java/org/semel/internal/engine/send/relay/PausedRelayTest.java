// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.semel.internal.engine.send.relay.RelayWorld.policy;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.send.relay.Delivery.Denied.Extent;
import org.semel.internal.engine.send.relay.DestinationPolicy.Breaker;
import org.semel.operations.node.DestinationStatus.DestinationState;

/** A destination that lets nobody in, under a clock that stands still. */
class PausedRelayTest {

  private static final Delivery NOT_US = new Delivery.Denied("status 401", Extent.ALL);
  private static final Duration OPEN =
      Duration.ofMillis(20); // those that were sent away wait so long
  private static final int INTENTS = 10;

  private final RelayWorld world = new RelayWorld();
  private final AtomicBoolean mended = new AtomicBoolean();

  @AfterEach
  void allThreadsAreGone() {
    world.close();
  }

  @Test
  void eachTimeOneIsTriedAndEachTimeAnother() {
    pause();
    for (int probe = 0; probe < 5 * INTENTS; probe++) { // one that is leased too early waits again
      world.probe();
    }
    assertThat(world.sentByKey).as("all were tried").hasSize(INTENTS);
    assertThat(world.queue.count("pending")).isEqualTo(INTENTS);
    assertThat(world.told).containsExactly("paused (status 401) for 0 s");
  }

  @Test
  void theFirstThatIsTakenLetsAllGoOn() {
    pause();
    world.probe();
    mended.set(true);
    world.now.addAndGet(OPEN.toNanos());
    await().until(() -> world.queue.count("delivered") == INTENTS);
    assertThat(world.told).containsExactly("paused (status 401) for 0 s", "resumed");
  }

  /** Alerts on a destination are left out on all nodes while an operator has paused it. */
  @Test
  void aServerThatIsSuspendedIsNoPauseOfAnOperators() {
    Relay relay = world.start(policy("mail"), lease -> new Delivery.Accepted());
    relay.pause(Gate.Closer.SERVER);
    world.record("mail", "one");
    assertThat(relay.state()).contains(new DestinationState.Delivering());
    relay.pause(Gate.Closer.OPERATOR);
    assertThat(relay.state()).contains(new DestinationState.HeldByOperator());
    relay.resume(Gate.Closer.OPERATOR);
    assertThat(relay.state()).contains(new DestinationState.Delivering());
    relay.resume(Gate.Closer.SERVER);
    await("it is sent").until(() -> world.queue.count("delivered") == 1);
  }

  /** Its broker says that one of two queues has no room. */
  @Test
  void whatAFullQueueKeepsWaitingKeepsNothingElseOfItsDestinationWaiting() {
    Delivery noRoom = new Delivery.Denied("no room", Extent.ALL_FOR_NOW);
    for (int i = 0; i < INTENTS; i++) {
      world.record("mail", "full" + i);
      world.record("mail", "other" + i);
    }
    world.start(
        policy("mail", new Breaker(1_000_000, OPEN), Optional.empty()),
        lease ->
            !mended.get() && lease.intent().cause().key().startsWith("full")
                ? noRoom
                : new Delivery.Accepted());
    await("the others are sent, and these tried more often than the policy allows")
        .until(
            () ->
                (world.queue.count("delivered") == INTENTS && world.sent.get() > 8 * INTENTS)
                    || world.queue.count("parked") > 0
                    || !world.told.isEmpty());
    assertThat(world.queue.count("parked")).isZero();
    assertThat(world.told).isEmpty();
    mended.set(true);
    await().until(() -> world.queue.count("delivered") == 2 * INTENTS);
  }

  @Test
  void anOutageThatEndsInAPauseIsToldToBeOver() {
    AtomicBoolean there = new AtomicBoolean();
    world.record("mail", INTENTS);
    world.start(
        policy("mail", new Breaker(3, OPEN), Optional.empty()),
        lease ->
            there.get()
                ? mended.get() ? new Delivery.Accepted() : NOT_US
                : new Delivery.NotAccepted("away", Optional.empty()));
    await().until(() -> world.told.size() == 1 && world.queue.count("leased") == 0);
    there.set(true);
    world.probe();
    mended.set(true);
    await()
        .until(
            () -> {
              world.now.addAndGet(OPEN.toNanos());
              return world.queue.count("delivered") == INTENTS;
            });
    assertThat(world.told)
        .containsExactly(
            "opened after 3 for 0 s", "closed", "paused (status 401) for 0 s", "resumed");
  }

  private void pause() {
    world.record("mail", INTENTS);
    world.start(
        policy("mail", new Breaker(3, OPEN), Optional.empty()),
        lease -> mended.get() ? new Delivery.Accepted() : NOT_US);
    await().until(() -> world.told.size() == 1 && world.queue.count("pending") == INTENTS);
  }
}
