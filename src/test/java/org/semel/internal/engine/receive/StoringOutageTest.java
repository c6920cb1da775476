// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.consumer.Consumer;
import org.semel.internal.engine.receive.identity.IdentityRule;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.matrix.Shows;

/**
 * With {@code store-first} the database goes in the very moment when the broker has delivered, and
 * nothing is stored yet.
 */
class StoringOutageTest {

  private static final int MESSAGES = 3;
  private static final IdentityRule KEY = IdentityRules.header("key");

  private final SmallWorld world = SmallWorld.local();
  private final AtomicBoolean strike = new AtomicBoolean(true);
  private final AtomicInteger calls = new AtomicInteger();
  private final Consumer consumer =
      world.storeFirst(
          world.policy(1, 10),
          message -> {
            if (strike.get()) {
              world.server.databaseStops();
              strike.set(false);
            }
            return KEY.identify(message);
          },
          (message, identity) -> calls.incrementAndGet());

  @AfterEach
  void stop() {
    consumer.stop();
  }

  @Test
  @Shows("I7 database")
  void whatTheBrokerDeliversWhileTheDatabaseIsGoneIsNotAcknowledgedAndIsNobodysAttempt() {
    IntStream.range(0, MESSAGES).forEach(i -> world.send("k" + i, "b"));
    consumer.start();
    try {
      await("the broker has delivered, and it is tried again in vain")
          .until(() -> !strike.get() && world.interruptions.size() > 3);
      await("the broker keeps all")
          .until(() -> world.server.broker().messages(world.queue) == MESSAGES);
    } finally {
      world.server.databaseStarts();
    }
    await()
        .until(() -> calls.get() == MESSAGES && world.server.broker().messages(world.queue) == 0);
    assertThat(world.count("semel_inbox")).isEqualTo(MESSAGES);
    assertThat(world.count("semel_attempt")).isZero();
    assertThat(world.count("semel_parked")).isZero();
    assertThat(world.results).noneMatch(BatchResult.PermanentFault.class::isInstance);
  }
}
