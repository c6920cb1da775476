// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Database or broker gone for half a minute in the middle of the work: nothing lost, nothing
 * doubled, no attempt counted.
 */
class OutageTest {

  private static final int MESSAGES = 400;
  private static final Duration OUTAGE = Duration.ofSeconds(30);

  private final SmallWorld world = new SmallWorld();
  private final Consumer consumer = world.consumer(world.policy(2, 1), (message, identity) -> {});

  @AfterEach
  void stop() {
    consumer.stop();
  }

  @Test
  void theDatabaseIsGoneForHalfAMinute() {
    startAndReachTheMiddle();
    world.server.postgres().stop();
    waitOut();
    world.server.postgres().start();
    assertThatAllTookEffectOnceAndNobodyWasBlamed();
  }

  @Test
  void theBrokerIsGoneForHalfAMinute() {
    startAndReachTheMiddle();
    world.server.broker().stop();
    waitOut();
    world.server.broker().start();
    assertThatAllTookEffectOnceAndNobodyWasBlamed();
  }

  private void startAndReachTheMiddle() {
    IntStream.range(0, MESSAGES).forEach(i -> world.send("k" + i, "b"));
    consumer.start();
    await().until(() -> world.claims() > 5);
  }

  private void waitOut() {
    long since = System.nanoTime();
    await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () -> System.nanoTime() - since > OUTAGE.toNanos() && world.interruptions.size() > 10);
  }

  /**
   * The broker may have gone between its prepare and its commit; a server's recovery would then
   * finish what was decided.
   */
  private boolean nothingIsLeft() {
    world.server.recovery().scan(world.server.broker().xaFactory());
    return world.server.broker().messages(world.queue) == 0;
  }

  private void assertThatAllTookEffectOnceAndNobodyWasBlamed() {
    await().atMost(Duration.ofMinutes(2)).until(() -> world.claims() == MESSAGES);
    await().atMost(Duration.ofMinutes(1)).until(this::nothingIsLeft);
    assertThat(world.count("semel_attempt")).isZero();
    assertThat(world.count("semel_parked")).isZero();
    assertThat(world.results).noneMatch(PassResult.Failed.class::isInstance);
  }
}
