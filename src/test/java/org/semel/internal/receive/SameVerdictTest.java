// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.persistence.OptimisticLockException;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.consumer.Consumer;

/**
 * What a failure is follows from its cause alone, and not from where it shows, from who stands
 * beside it, the protocol, the batch or the load.
 */
class SameVerdictTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final SmallWorld world = new SmallWorld();
  private Consumer consumer;

  @AfterEach
  void stop() {
    consumer.stop();
  }

  /** More often than the policy allows attempts: a race that is lost is nobody's failure. */
  @Test
  void whoLosesARaceInTheRouteAgainAndAgainTakesEffectWhenItWins() {
    Map<String, Integer> lost = new ConcurrentHashMap<>();
    receive(
        10,
        (message, identity) -> {
          if (lost.merge(identity.key(), 1, Integer::sum) <= 4) {
            throw new OptimisticLockException("a rival was first");
          }
        });
    waiting("all are over").until(this::nothingIsLeft);
    assertThat(parked()).isEmpty();
    assertThat(world.claims()).isEqualTo(10);
  }

  /** As an extension does of a value that it cannot read. */
  @Test
  void whatAnExtensionRefusesWithoutACodeIsAFailureOfTheMessage() {
    receive(
        1,
        (message, identity) ->
            execute("DO $$ BEGIN RAISE EXCEPTION 'parse error' USING ERRCODE = 'XX000'; END $$"));
    waiting("it is parked").until(() -> parked().equals(List.of("ATTEMPTS_EXHAUSTED k0")));
    assertThat(world.interruptions).isEmpty();
  }

  private void receive(int messages, Handler handler) {
    IntStream.range(0, messages).forEach(i -> world.send("k" + i, "b"));
    consumer = world.consumer(world.policy(1, 1), handler);
    consumer.start();
  }

  private void execute(String sql) throws java.sql.SQLException {
    try (Connection connection = world.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<String> parked() {
    return world
        .server
        .postgres()
        .texts("SELECT reason || ' ' || key FROM semel_parked WHERE consumer = ?", world.queue);
  }

  private boolean nothingIsLeft() {
    return world.server.broker().messages(world.queue) == 0;
  }

  private static ConditionFactory waiting(String what) {
    return await(what).atMost(PATIENCE);
  }
}
