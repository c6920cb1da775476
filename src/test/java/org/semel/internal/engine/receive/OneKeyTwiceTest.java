// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.jms.session.LocalSessions;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.consumer.Consumer;
import org.semel.matrix.Shows;
import org.semel.small.SmallServer;

/** With {@code ack-after-commit}: two consumers have one key in hand at the same time. */
class OneKeyTwiceTest {

  private static final String WAITING =
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND query LIKE '%semel_claim%'
      """;

  /** Nobody fetches ahead what the other is to have. */
  private final SmallWorld world =
      new SmallWorld(() -> new LocalSessions(SmallServer.shared().broker().plainFactory()));

  private final AtomicInteger calls = new AtomicInteger();
  private final CountDownLatch inRoute = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final Consumer first = consumer();
  private final Consumer second = consumer();

  @AfterEach
  void stop() {
    release.countDown();
    first.stop();
    second.stop();
  }

  @Test
  @Shows("C6 none")
  void theSecondWaitsForTheFirstAndIsAbsorbedAndNoAttemptIsCounted() throws Exception {
    world.send("k", "b");
    first.start();
    inRoute.await();
    world.send("k", "b");
    second.start();
    await("the second waits for the first")
        .until(() -> world.server.postgres().number(WAITING) > 0);
    release.countDown();
    await().until(() -> world.server.broker().messages(world.queue) == 0);
    await().until(() -> world.count("semel_duplicate") == 1);
    assertThat(calls).hasValue(1);
    assertThat(world.claims()).isEqualTo(1);
    assertThat(world.count("semel_attempt")).isZero();
    assertThat(world.count("semel_parked")).isZero();
    assertThat(world.results).noneMatch(BatchResult.PermanentFault.class::isInstance);
  }

  private Consumer consumer() {
    return world.consumer(
        world.policy(1, 1, Duration.ofMinutes(5)),
        (message, identity) -> {
          calls.incrementAndGet();
          inRoute.countDown();
          release.await();
        });
  }
}
