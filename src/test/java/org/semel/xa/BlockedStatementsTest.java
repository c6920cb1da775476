// SPDX-License-Identifier: Apache-2.0
package org.semel.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;
import org.semel.estate.Postgres;
import org.semel.internal.edge.postgresql.SqlFaults;
import org.semel.internal.engine.tx.Cause;

/**
 * A transaction manager has few threads that roll back what takes too long. None of them may wait
 * for a statement, which may wait for a lock of a transaction that is to be rolled back next.
 */
class BlockedStatementsTest extends OneXaConnection {

  private static final Executor THREADS = work -> new Thread(work).start();

  private final String insert = "INSERT INTO semel_probe (id) VALUES ('" + UUID.randomUUID() + "')";

  @Test
  void theFirstStatementOfABranchThatIsRolledBackIsNotWaitedFor() throws Exception {
    resource.start(xid, XAResource.TMNOFLAGS);
    itsStatementIsNotWaitedFor();
  }

  @Test
  void noFurtherOneIsWaitedForEither() throws Exception {
    resource.start(xid, XAResource.TMNOFLAGS);
    ask("SELECT 1");
    itsStatementIsNotWaitedFor();
  }

  /** As an operator does who flushes a pool, or a pool that doubts all of its connections. */
  @Test
  void noneOfAConnectionThatIsClosedFromOutsideIsWaitedFor() throws Exception {
    resource.start(xid, XAResource.TMNOFLAGS);
    ask("SELECT 1");
    itsStatementIsNotWaitedForBy(() -> tooLate(physical::close));
  }

  /**
   * As Open Liberty does when the time is up. The database sees no closed socket while it waits.
   */
  @Test
  void whoAbortsTheConnectionEndsItsStatement() throws Exception {
    resource.start(xid, XAResource.TMNOFLAGS);
    ask("SELECT 1");
    itsStatementIsNotWaitedForBy(() -> tooLate(() -> connection.abort(Runnable::run)));
  }

  /** The driver tells of a lost connection; what lost it is the time that it took. */
  @Test
  void whoseStatementRanHasNoExcuseInThat() throws Exception {
    resource.start(xid, XAResource.TMNOFLAGS);
    CompletableFuture<Cause> told = CompletableFuture.supplyAsync(this::opinionOfTooLate, THREADS);
    await("it runs").until(() -> state().equals("active"));
    CompletableFuture.runAsync(this::rollBack, THREADS).get(1, TimeUnit.MINUTES);
    assertThat(told.get(1, TimeUnit.MINUTES)).isEqualTo(Cause.CUT_OFF);
  }

  private Cause opinionOfTooLate() {
    try {
      ask("SELECT 1 FROM pg_sleep(600)");
      throw new AssertionError("it ran to its end");
    } catch (SQLException told) {
      return new SqlFaults().ofAll(told);
    }
  }

  private void itsStatementIsNotWaitedFor() throws Exception {
    physical.addConnectionEventListener(closing());
    itsStatementIsNotWaitedForBy(this::rollBack);
  }

  private void itsStatementIsNotWaitedForBy(Runnable another) throws Exception {
    try (Connection rival =
        DriverManager.getConnection(postgres.jdbcUrl(), Postgres.ROLE, Postgres.PASSWORD)) {
      rival.setAutoCommit(false);
      execute(rival);
      CompletableFuture<Void> blocked =
          CompletableFuture.runAsync(() -> tooLate(() -> execute(connection)), THREADS);
      await("it waits for the rival").until(() -> waits() == 1);
      CompletableFuture.runAsync(another, THREADS).get(1, TimeUnit.MINUTES);
      blocked.get(1, TimeUnit.MINUTES);
      await("the database has let it go").until(() -> state().isEmpty());
      rival.rollback();
    }
    assertThat(waits()).isZero();
  }

  /** As a pool does with a connection that is none any more. */
  private ConnectionEventListener closing() {
    return new ConnectionEventListener() {
      @Override
      public void connectionClosed(ConnectionEvent event) {}

      @Override
      public void connectionErrorOccurred(ConnectionEvent event) {
        tooLate(physical::close);
      }
    };
  }

  private void rollBack() {
    rollBack(XAResource.TMFAIL);
  }

  private long waits() {
    return postgres.number(
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query = ?",
        insert);
  }

  private void execute(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(insert);
    }
  }

  private static void tooLate(Act act) {
    try {
      act.run();
    } catch (SQLException told) {
      assertThat(told.getSQLState()).isIn("57014", "08003", "08006");
    }
  }

  private interface Act {
    void run() throws SQLException;
  }
}
