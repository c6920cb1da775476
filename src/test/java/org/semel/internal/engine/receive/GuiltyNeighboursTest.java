// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.consumer.Consumer;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.tx.Decision;
import org.semel.small.SmallServer;

/**
 * Messages that make trouble for those that share their transaction, over real broker, database and
 * transaction manager: their neighbours take effect, and are not called again and again for it.
 */
class GuiltyNeighboursTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** Five messages fill it, and two do not, though a machine stands still for a while. */
  private static final Duration OVERRUN = Duration.ofSeconds(8);

  private final SmallWorld world = new SmallWorld();
  private final AtomicInteger calls = new AtomicInteger();
  private final Map<String, Handler> troubles = new ConcurrentHashMap<>();
  private Handler others = (message, identity) -> {};
  private Consumer consumer;

  private int further = 20;

  @BeforeAll
  static void thereIsARowThatEverybodyWants() {
    SmallServer.shared()
        .postgres()
        .execute(
            """
            CREATE TABLE IF NOT EXISTS hot (id int PRIMARY KEY, n int NOT NULL);
            INSERT INTO hot VALUES (0, 0) ON CONFLICT DO NOTHING;
            GRANT ALL ON hot TO semel;
            """);
  }

  @AfterEach
  void stop() {
    consumer.stop();
  }

  @Test
  void aStatementThatAlwaysRunsOutOfTimeParksNoneOfItsNeighbours() {
    troubles.put("k7", (message, identity) -> outOfTime());
    world.server.broker().deliversUpTo(20_000, world.queue);
    receive(20, world.policy(2, 50));
    waiting("the other 19 take effect").until(() -> world.claims() >= 19);
    waiting("the one is parked, as others take effect")
        .until(
            () -> {
              world.send("k" + further++, "b");
              return world.count("semel_parked") >= 1;
            });
    assertThat(parked()).containsExactly("k7");
  }

  @Test
  void anErrorThatARouteSwallowsParksNobodyButItsOwnMessage() {
    troubles.put("k7", (message, identity) -> swallowed());
    receive(40, world.policy(1, 50));
    waiting("the queue is empty and the one is parked")
        .until(() -> nothingIsLeft() && world.count("semel_parked") >= 1);
    assertThat(parked()).containsExactly("k7");
    assertThat(calls).as("calls for 40 messages").hasValueLessThan(150);
  }

  @Test
  void beansThatLockThemselvesOutInTransactionsOfTheirOwnAreNotCalledAgainAndAgain() {
    others =
        (message, identity) -> {
          if (number(identity.key()) % 2 == 0) {
            execute("UPDATE hot SET n = n + 1 WHERE id = 0");
          } else {
            world
                .server
                .transactions()
                .inNew(
                    Duration.ofSeconds(20),
                    () -> {
                      execute("UPDATE hot SET n = n + 1 WHERE id = 0");
                      return Decision.commit("");
                    });
          }
        };
    receive(12, world.policy(1, 50, OVERRUN));
    waiting("the queue is empty").until(this::nothingIsLeft);
    assertThat(parked()).isEmpty();
    assertThat(calls).as("calls for 12 messages").hasValueLessThan(18);
  }

  @Test
  void aBatchThatOverranIsTakenSmallerAtOnce() {
    others = (message, identity) -> execute("SELECT pg_sleep(1.6)");
    receive(20, world.policy(1, 50, OVERRUN));
    waiting("the queue is empty").until(this::nothingIsLeft);
    assertThat(parked()).isEmpty();
    assertThat(calls).as("calls for 20 messages").hasValueLessThan(30);
  }

  private void receive(int messages, ConsumerPolicy policy) {
    IntStream.range(0, messages).forEach(i -> world.send("k" + i, "b"));
    consumer =
        world.consumer(
            policy,
            (message, identity) -> {
              calls.incrementAndGet();
              troubles.getOrDefault(identity.key(), others).handle(message, identity);
            });
    consumer.start();
  }

  private void outOfTime() throws SQLException {
    execute("SET LOCAL statement_timeout = '50ms'; SELECT pg_sleep(60)");
  }

  private void swallowed() {
    try {
      execute("SELECT 1/0");
    } catch (SQLException swallowed) {
      assertThat(swallowed.getSQLState()).isEqualTo("22012");
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = world.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static int number(String key) {
    return Integer.parseInt(key.substring(1));
  }

  private List<String> parked() {
    return world
        .server
        .postgres()
        .texts("SELECT key FROM semel_parked WHERE consumer = ?", world.queue);
  }

  private boolean nothingIsLeft() {
    return world.server.broker().messages(world.queue) == 0;
  }

  private static ConditionFactory waiting(String what) {
    return await(what).atMost(PATIENCE);
  }
}
