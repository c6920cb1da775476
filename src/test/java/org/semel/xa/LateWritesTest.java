// SPDX-License-Identifier: Apache-2.0
package org.semel.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import javax.sql.ConnectionEvent;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;

/**
 * A transaction manager rolls a transaction that takes too long back from a thread of its own,
 * while the thread of the transaction goes on. What that writes afterwards is in no transaction.
 */
class LateWritesTest extends OneXaConnection {

  private final String probe = UUID.randomUUID().toString();
  private final String insert = "INSERT INTO semel_probe (id) VALUES ('" + probe + "')";

  @Test
  void theFirstWriteComesTooLateAndIsNotThere() throws Exception {
    resource.start(xid, XAResource.TMNOFLAGS);
    anotherThreadRollsBack();
    write();
    assertThatNothingIsThere();
  }

  @Test
  void aFurtherWriteComesTooLateAndIsNotThere() throws Exception {
    resource.start(xid, XAResource.TMNOFLAGS);
    ask("SELECT 1");
    anotherThreadRollsBack();
    write();
    assertThatNothingIsThere();
  }

  @Test
  void aStatementThatWasPreparedInTimeIsExecutedTooLate() throws Exception {
    resource.start(xid, XAResource.TMNOFLAGS);
    try (PreparedStatement statement = connection.prepareStatement(insert)) {
      anotherThreadRollsBack();
      tooLate(statement::executeUpdate);
    }
    assertThatNothingIsThere();
  }

  @Test
  void itsLocksAreLetGo() throws Exception {
    resource.start(xid, XAResource.TMNOFLAGS);
    write();
    anotherThreadRollsBack();
    postgres.execute(insert); // waits for whoever has written the same
    assertThat(rows()).isEqualTo(1);
  }

  @Test
  void thePoolIsToldThatTheConnectionIsNoneAnyMore() throws Exception {
    List<ConnectionEvent> told = new ArrayList<>();
    physical.addConnectionEventListener(listener(told));
    resource.start(xid, XAResource.TMNOFLAGS);
    anotherThreadRollsBack();
    assertThat(told).hasSize(1);
    assertThat(told.get(0).getSQLException().getSQLState()).isEqualTo("08003");
    await("the database has let it go").until(() -> state().isEmpty());
  }

  @Test
  void whoRollsItsOwnBranchBackKeepsTheConnection() throws Exception {
    resource.start(xid, XAResource.TMNOFLAGS);
    write();
    rollBack();
    assertThat(rows()).isZero();
    write();
    assertThat(rows()).isEqualTo(1);
  }

  private void anotherThreadRollsBack() {
    CompletableFuture.runAsync(this::rollBack, work -> new Thread(work, "reaper").start()).join();
  }

  private void rollBack() {
    rollBack(XAResource.TMSUCCESS);
  }

  private void write() {
    tooLate(
        () -> {
          try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(insert);
          }
        });
  }

  /** What counts is what is there afterwards, not what the thread is told. */
  private static void tooLate(Write write) {
    try {
      write.run();
    } catch (SQLException e) {
      assertThat(e.getSQLState()).startsWith("08");
    }
  }

  private interface Write {
    void run() throws SQLException;
  }

  /** The database ends what a connection has begun a moment after that has gone. */
  private void assertThatNothingIsThere() {
    assertThat(rows()).isZero();
    await("nothing is under way").until(() -> state().isEmpty());
    assertThat(rows()).isZero();
  }

  private long rows() {
    return postgres.number("SELECT count(*) FROM semel_probe WHERE id = ?", UUID.fromString(probe));
  }
}
