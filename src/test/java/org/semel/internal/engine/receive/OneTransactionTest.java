// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.batch.BatchResult.PermanentFault;
import org.semel.internal.engine.receive.consumer.Consumer;
import org.semel.matrix.Shows;
import org.semel.small.SmallServer;

/** Receipt, claim and effect over real broker, database and transaction manager. */
class OneTransactionTest {

  private final SmallWorld world = world();
  private final AtomicInteger calls = new AtomicInteger();
  private volatile Handler route = (message, identity) -> effect(identity.key());
  private final Consumer consumer =
      world.consumer(
          world.policy(4, 1),
          (message, identity) -> {
            calls.incrementAndGet();
            route.handle(message, identity);
          });

  SmallWorld world() {
    return new SmallWorld();
  }

  @BeforeAll
  static void anEffectIsARowThatNoConstraintProtects() {
    SmallServer.shared()
        .postgres()
        .execute(
            "CREATE TABLE IF NOT EXISTS effect (queue text, key text CHECK (key <> 'forbidden'));"
                + " GRANT ALL ON effect TO semel");
  }

  @AfterEach
  void stop() {
    consumer.stop();
  }

  @Test
  void everyMessageTakesEffectOnceHoweverOftenAndConcurrentlyItComes() {
    IntStream.range(0, 40).forEach(i -> world.send("k" + i % 10, "b" + i % 10));
    consumer.start();
    await().until(() -> world.server.broker().messages(world.queue) == 0);
    await().until(() -> world.claims() == 10);
    consumer.stop();
    assertThat(effects()).isEqualTo(10);
    assertThat(world.count("semel_duplicate")).isEqualTo(30);
    assertThat(world.count("semel_parked")).isZero();
  }

  @Test
  void aRouteThatFailsLeavesNothingBehindUntilItIsParked() {
    route =
        (message, identity) -> {
          effect(identity.key());
          throw new IllegalStateException("no");
        };
    world.send("1", "a");
    consumer.start();
    await().until(() -> world.count("semel_parked") == 1);
    assertThat(calls).hasValue(3);
    assertThat(effects()).isZero();
    assertThat(world.claims()).isEqualTo(1);
    assertThat(world.count("semel_attempt")).isZero();
    await().until(() -> world.server.broker().messages(world.queue) == 0);
  }

  @Test
  void aRouteThatSwallowsADatabaseErrorDoesNotLoseItsMessage() {
    route =
        (message, identity) -> {
          effect(identity.key());
          try (Connection connection = world.dataSource().getConnection();
              Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1/0");
          } catch (SQLException swallowed) {
            assertThat(swallowed.getSQLState()).isEqualTo("22012");
          }
        };
    world.send("1", "a");
    consumer.start();
    await().until(() -> world.count("semel_parked") == 1);
    assertThat(effects()).isZero();
    assertThat(world.claims()).isEqualTo(1);
    assertThat(inDoubt()).isZero();
  }

  @Test
  void aRouteThatMarksItsTransactionIsAnAttempt() {
    route =
        (message, identity) -> {
          effect(identity.key());
          world.server.manager().setRollbackOnly();
        };
    world.send("1", "a");
    consumer.start();
    await().until(() -> world.count("semel_parked") == 1);
    assertThat(effects()).isZero();
    assertThat(calls).hasValue(3);
    assertThat(whyItIsParked()).contains("SEMEL-0203");
  }

  @Test
  void aConstraintThatIsViolatedIsAnAttempt() {
    world.send("forbidden", "a");
    consumer.start();
    await().until(() -> world.count("semel_parked") == 1);
    assertThat(world.results.get(0))
        .isInstanceOfSatisfying(
            PermanentFault.class, failed -> assertThat(failed.message()).isPresent());
  }

  @Test
  @Shows("X13 none")
  void aRouteThatOverrunsItsTransactionLeavesNoEffectBehind() {
    route =
        (message, identity) -> {
          effect(identity.key());
          await()
              .pollInSameThread()
              .until(
                  () ->
                      world.server.manager().getStatus()
                          != jakarta.transaction.Status.STATUS_ACTIVE);
        };
    world.send("1", "a");
    Consumer hasty =
        world.consumer(
            world.policy(1, 1, java.time.Duration.ofSeconds(5)),
            (message, identity) -> route.handle(message, identity));
    hasty.start();
    await().until(() -> world.count("semel_parked") == 1);
    hasty.stop();
    assertThat(effects()).isZero();
    assertThat(whyItIsParked()).contains("SEMEL-0202");
  }

  private String whyItIsParked() {
    return world
        .server
        .postgres()
        .texts("SELECT detail FROM semel_parked WHERE consumer = ?", world.queue)
        .get(0);
  }

  private void effect(String key) throws SQLException {
    try (Connection connection = world.dataSource().getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO effect VALUES (?, ?)")) {
      insert.setString(1, world.queue);
      insert.setString(2, key);
      insert.executeUpdate();
    }
  }

  private long effects() {
    return world
        .server
        .postgres()
        .number("SELECT count(*) FROM effect WHERE queue = ?", world.queue);
  }

  private long inDoubt() {
    return world.server.postgres().number("SELECT count(*) FROM pg_prepared_xacts");
  }
}
