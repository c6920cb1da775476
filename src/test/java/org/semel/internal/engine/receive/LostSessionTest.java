// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.consumer.Consumer;

/** The broker has gone and come back while a worker's long-lived session was in no transaction. */
class LostSessionTest {

  private final SmallWorld world = SmallWorld.direct();

  @Test
  void aSessionThatWasLostBetweenTransactionsIsReplaced() {
    Consumer consumer = world.consumer(world.policy(1, 1), (message, identity) -> {});
    world.send("1", "a");
    consumer.start();
    await().until(() -> world.claims() == 1);
    consumer.suspend();
    world.server.broker().stop();
    world.server.broker().start();
    world.send("2", "a");
    consumer.resume();
    await().until(() -> world.claims() == 2);
    consumer.stop();
    assertThat(world.count("semel_attempt")).isZero();
  }
}
