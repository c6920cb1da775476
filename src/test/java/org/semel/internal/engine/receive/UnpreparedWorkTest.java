// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.engine.receive.batch.BatchResult.PermanentFault;
import org.semel.internal.engine.receive.consumer.Consumer;
import org.semel.small.SmallServer;

/**
 * What PostgreSQL commits and cannot prepare, done by routes: the messages take effect, whether one
 * comes alone or many come at once, and the consumer is told.
 *
 * @see <a href="https://www.postgresql.org/docs/current/sql-prepare-transaction.html">PREPARE
 *     TRANSACTION, Notes</a>
 */
class UnpreparedWorkTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** What its statements hold is named anew each time, as some of it outlives the transaction. */
  private enum Work {
    NOTIFY("NOTIFY semel_test"),
    TEMPORARY_TABLE("CREATE TEMPORARY TABLE t%1$d (id int) ON COMMIT DROP"),
    HELD_CURSOR("DECLARE c%1$d CURSOR WITH HOLD FOR SELECT 1"),
    EXPORTED_SNAPSHOT("SELECT pg_export_snapshot()"),
    LOCK_OF_BOTH_KINDS("SELECT pg_advisory_lock(%1$d), pg_advisory_xact_lock(%1$d)");

    private final String sql;

    Work(String sql) {
      this.sql = sql;
    }
  }

  private final SmallWorld world = new SmallWorld();
  private Work work;
  private final Consumer consumer = world.consumer(world.policy(1, 50), (m, i) -> handle(i.key()));

  static Stream<Arguments> alikeAloneAndInABurst() {
    return Arrays.stream(Work.values())
        .flatMap(work -> Stream.of(Arguments.of(work, 1), Arguments.of(work, 5)));
  }

  @BeforeAll
  static void createTheTable() {
    SmallServer.shared()
        .postgres()
        .execute(
            """
            CREATE TABLE IF NOT EXISTS unprepared_effect (queue text, key text);
            GRANT ALL ON unprepared_effect TO semel
            """);
  }

  @AfterEach
  void stop() {
    consumer.stop();
  }

  @ParameterizedTest
  @MethodSource("alikeAloneAndInABurst")
  void messagesTakeEffectOnceAndNoneIsParked(Work work, int messages) {
    this.work = work;
    IntStream.range(0, messages).forEach(i -> world.send("k" + i, "b"));
    consumer.start();
    await().atMost(PATIENCE).until(() -> world.server.broker().messages(world.queue) == 0);
    consumer.stop();
    assertThat(effects()).isEqualTo(messages);
    assertThat(world.count("semel_parked")).isZero();
    assertThat(world.results.stream().filter(this::tells)).isNotEmpty();
  }

  private boolean tells(Object result) {
    return result instanceof PermanentFault failed
        && SemelException.says(failed.cause(), Code.WORK_UNPREPARED)
        && failed.cause().getMessage().contains("cannot PREPARE");
  }

  private void handle(String key) throws SQLException {
    try (Connection connection = world.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "INSERT INTO unprepared_effect VALUES ('%s', '%s')".formatted(world.queue, key));
      statement.execute(work.sql.formatted(ThreadLocalRandom.current().nextInt(1 << 30)));
    }
  }

  private long effects() {
    return world
        .server
        .postgres()
        .number("SELECT count(*) FROM unprepared_effect WHERE queue = ?", world.queue);
  }
}
