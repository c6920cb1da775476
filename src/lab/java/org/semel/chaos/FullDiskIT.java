// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.chaos.small.Kind;
import org.semel.estate.Postgres;
import org.semel.matrix.Shows;

/**
 * No room is left on somebody's disk: from one moment on, each of its writes to a file fails
 * ({@code prlimit --fsize}). Then there is room again.
 */
class FullDiskIT {

  private static final Duration STRIKE = Duration.ofMinutes(2);
  private static final Duration REST = Duration.ofMinutes(3);
  private static final Stack STACK = Stack.start("-Dartemis.redelivery-delay=0");

  /** A segment of PostgreSQL's log has 16 MB; tables here are smaller than half of that. */
  private static final String HALF_A_SEGMENT = String.valueOf(8 << 20);

  private static final String MORE_THAN_HALF_A_SEGMENT =
      "SELECT pg_logical_emit_message(true, 'semel', repeat('x', 9000000))";

  private final NodeProcess node = STACK.node("full", Kind.XA);

  @AfterEach
  void killTheNode() {
    node.kill();
  }

  @AfterAll
  static void stop() {
    STACK.close();
  }

  /**
   * Nobody sends meanwhile: the broker may confirm to a producer what it could not write (Artemis
   * 2.44.0; see docs/limits.md).
   */
  @Test
  @Shows("X16 broker's disk")
  void theBrokersDiskIsFull() {
    STACK.send(50);
    limit(STACK.broker.pid(), "1");
    node.start();
    await("the broker gives up").atMost(STRIKE).until(() -> !STACK.broker.isAlive());
    STACK.broker.start();
    assertThatEverythingTookEffectOnce();
  }

  /**
   * PostgreSQL cannot do without its log. The session that finds out is one of the node's: the last
   * it hears is an error like any other (XX000). All sessions end, and what starts afterwards has
   * no limit.
   */
  @Test
  @Shows("X16 database's disk")
  void theDatabasesLogCannotBeWritten() throws SQLException {
    node.start();
    STACK.release(50);
    await().atMost(STRIKE).until(() -> effects() > 0);
    List<String> itsSessions =
        STACK.postgres.texts("SELECT pid FROM pg_stat_activity WHERE usename = ?", Postgres.ROLE);
    try (Connection bystander = STACK.postgres.owner().getConnection();
        Statement writing = bystander.createStatement()) {
      writing.execute("SELECT pg_switch_wal()");
      writing.execute(MORE_THAN_HALF_A_SEGMENT);
      itsSessions.forEach(pid -> limit(Long.parseLong(pid), HALF_A_SEGMENT));
      STACK.release(50);
      await("all sessions end").atMost(STRIKE).until(() -> !bystander.isValid(1));
    }
    assertThat(STACK.postgres.handle().isAlive()).isTrue();
    assertThatEverythingTookEffectOnce();
  }

  /**
   * What is tried in vain is blamed for nothing. Once it is handled alone its effect needs no
   * record of the log, and its receipt waits until there is room. What could be written of the
   * log's records stays in its directory, set aside: no decision is there.
   */
  @Test
  @Shows("X16 server's disk")
  void theTransactionManagersDiskIsFull() {
    node.start();
    STACK.send(1);
    await().atMost(STRIKE).until(() -> STACK.verdict().faults().isEmpty());
    limit(node.handle(), "1");
    long before = tries();
    STACK.sendOne();
    await("it is tried in vain, and again").atMost(STRIKE).until(() -> tries() > before + 2);
    limit(node.handle(), "unlimited");
    assertThatEverythingTookEffectOnce();
    assertThat(TransactionLog.cutOff(node.objectStore())).as("set aside").isNotEmpty();
  }

  /** What it starts from now on has the same limit. */
  private static void limit(ProcessHandle process, String bytes) {
    limit(process.pid(), bytes);
    process.descendants().forEach(one -> limit(one.pid(), bytes));
  }

  /** The soft limit: whoever lowers the hard one needs a privilege to raise it again. */
  private static void limit(long pid, String bytes) {
    try {
      new ProcessBuilder("prlimit", "--pid", String.valueOf(pid), "--fsize=" + bytes + ":")
          .inheritIO()
          .start()
          .onExit()
          .join();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A sequence is not rolled back; this one goes in hundreds. */
  private static long tries() {
    return STACK.postgres.number("SELECT last_value / 100 FROM reservation_id");
  }

  private static long effects() {
    return STACK.postgres.number("SELECT count(*) FROM reservation");
  }

  private void assertThatEverythingTookEffectOnce() {
    assertThat(STACK.verdict(REST).faults()).isEmpty();
    assertThat(node.failedAttempts()).as("messages blamed for it").isEmpty();
  }
}
