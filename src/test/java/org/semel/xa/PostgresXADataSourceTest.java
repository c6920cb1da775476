// SPDX-License-Identifier: Apache-2.0
package org.semel.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.agroal.api.AgroalDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.postgresql.xa.PGXADataSource;
import org.semel.estate.Postgres;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Completion.RolledBack;
import org.semel.internal.engine.tx.Decision;
import org.semel.matrix.Shows;
import org.semel.small.Bystander;
import org.semel.small.SmallServer;

/**
 * What the driver tells the transaction manager, and what ours tells it, in the two cases where the
 * driver misleads it; and what becomes of a pool's connection whose transaction takes too long.
 */
class PostgresXADataSourceTest {

  private final SmallServer server = SmallServer.shared();
  private final String probe = UUID.randomUUID().toString();

  /** Stands for the broker: another branch of the same transaction. */
  private final Bystander broker = new Bystander();

  @Nested
  class AfterASwallowedError {

    @Test
    void theDriverLetsTheBrokerCommitThoughTheDatabaseHasRolledBack() throws SQLException {
      try (AgroalDataSource stock = pool(PGXADataSource.class)) {
        inTransaction(() -> swallowAnError(stock));
        assertThat(broker.committed()).as("the message is gone").isTrue();
        assertThat(rows()).as("and its effect is nowhere").isZero();
      }
    }

    @Test
    @Shows("X6 none")
    void oursRollsTheBrokerBack() throws SQLException {
      try (AgroalDataSource ours = pool(PostgresXADataSource.class)) {
        assertThat(inTransaction(() -> swallowAnError(ours))).isInstanceOf(RolledBack.class);
        assertThat(broker.committed()).isFalse();
        assertThat(rows()).isZero();
        assertThat(prepared()).isZero();
      }
    }

    private void swallowAnError(DataSource dataSource) throws Exception {
      server.manager().getTransaction().enlistResource(broker);
      insert(dataSource);
      try (Connection connection = dataSource.getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("SELECT 1/0");
      } catch (SQLException swallowed) {
        assertThat(swallowed.getSQLState()).isEqualTo("22012");
      }
    }
  }

  @Nested
  class WhenTheBackendIsTerminatedBetweenPrepareAndCommit {

    @AfterEach
    void nothingStaysPrepared() {
      server
          .postgres()
          .gids()
          .forEach(gid -> server.postgres().execute("ROLLBACK PREPARED '" + gid + "'"));
    }

    @Test
    void theDriverMakesTheTransactionManagerGiveTheBranchUp() throws SQLException {
      try (AgroalDataSource stock = pool(PGXADataSource.class)) {
        assertThat(inTransaction(() -> insertAndDie(stock))).isNotInstanceOf(Committed.class);
        recover(new PGXADataSource());
        recover(new PGXADataSource());
        assertThat(prepared()).as("abandoned").isEqualTo(1);
      }
    }

    @Test
    @Shows("X8 backend")
    void oursIsCommittedByRecovery() throws SQLException {
      try (AgroalDataSource ours = pool(PostgresXADataSource.class)) {
        assertThat(inTransaction(() -> insertAndDie(ours))).isInstanceOf(Committed.class);
        assertThat(broker.committed()).isTrue();
        await()
            .until(
                () -> {
                  recover(new PostgresXADataSource());
                  return rows() == 1;
                });
        assertThat(prepared()).isZero();
      }
    }

    private void insertAndDie(DataSource dataSource) throws Exception {
      insert(dataSource);
      long pid = backend(dataSource);
      broker.onPrepare(
          () -> server.postgres().number("SELECT pg_terminate_backend(?, 5000)::int", (int) pid));
      server.manager().getTransaction().enlistResource(broker);
    }

    private long backend(DataSource dataSource) throws SQLException {
      try (Connection connection = dataSource.getConnection();
          Statement statement = connection.createStatement();
          var rows = statement.executeQuery("SELECT pg_backend_pid()")) {
        rows.next();
        return rows.getLong(1);
      }
    }

    private void recover(PGXADataSource database) {
      database.setUrl(server.postgres().jdbcUrl());
      database.setUser(Postgres.ROLE);
      database.setPassword(Postgres.PASSWORD);
      server.recovery().scan(database);
    }
  }

  /**
   * The database's branch is rolled back, and another one still is when the thread of the
   * transaction goes on.
   */
  @Nested
  class AfterATransactionHasTakenTooLong {

    private final CountDownLatch isRolledBack = new CountDownLatch(1);
    private final CountDownLatch hasWritten = new CountDownLatch(1);

    @Test
    void nothingIsKeptAndThePoolGivesAConnectionThatWorks() throws SQLException {
      try (AgroalDataSource ours = pool(PostgresXADataSource.class)) {
        writeTooLate(ours);
        assertThat(rows()).isZero();
        assertThat(inTransaction(() -> insert(ours))).isInstanceOf(Committed.class);
        assertThat(rows()).isEqualTo(1);
      }
    }

    private void writeTooLate(DataSource dataSource) {
      broker.onRollback(
          () -> {
            isRolledBack.countDown();
            awaitIt("the late write", hasWritten);
          });
      Completion<String> end =
          server
              .transactions()
              .inNew(
                  Duration.ofSeconds(1),
                  () -> {
                    try (Connection connection = dataSource.getConnection();
                        Statement statement = connection.createStatement()) {
                      server.manager().getTransaction().enlistResource(broker);
                      awaitIt("the end of the transaction's time", isRolledBack);
                      statement.execute(insertion());
                    } finally {
                      hasWritten.countDown();
                    }
                    return Decision.commit("");
                  });
      assertThat(end).isInstanceOf(RolledBack.class);
    }

    private void awaitIt(String what, CountDownLatch latch) {
      await(what).until(() -> latch.getCount() == 0);
    }
  }

  private AgroalDataSource pool(Class<?> driver) throws SQLException {
    return SmallServer.pool(server.postgres(), driver);
  }

  private void insert(DataSource dataSource) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(insertion());
    }
  }

  private String insertion() {
    return "INSERT INTO semel_probe (id) VALUES ('" + probe + "')";
  }

  private long rows() {
    return server
        .postgres()
        .number("SELECT count(*) FROM semel_probe WHERE id = ?", UUID.fromString(probe));
  }

  private long prepared() {
    return server.postgres().gids().size();
  }

  private Completion<String> inTransaction(Act act) {
    return server
        .transactions()
        .inNew(
            Duration.ofSeconds(60),
            () -> {
              act.run();
              return Decision.commit("");
            });
  }

  private interface Act {
    void run() throws Exception;
  }
}
