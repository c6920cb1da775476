// SPDX-License-Identifier: Apache-2.0
package org.semel.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import javax.sql.ConnectionEvent;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;

/**
 * A branch ends when the time is up that the transaction manager gave it, whatever runs there and
 * whoever waits for it: a pool keeps the transaction manager itself away while a statement runs.
 */
class TimeLimitTest extends OneXaConnection {

  /** Seconds: enough for two statements on a machine that stands still for a while. */
  private static final int LIMIT = 10;

  private final String probe = UUID.randomUUID().toString();

  @Test
  void aStatementIsCutOff() throws Exception {
    start();
    assertThatThrownBy(() -> ask("SELECT 1 FROM pg_sleep(600)"))
        .isInstanceOfSatisfying(
            SQLException.class,
            told -> {
              assertThat(told.getSQLState()).isEqualTo("08006");
              assertThat(told.getSuppressed())
                  .extracting(added -> ((SQLException) added).getSQLState())
                  .containsExactly(PostgresXADataSource.CUT_OFF);
            });
    await("the database has let it go").until(() -> state().isEmpty());
    resource.end(xid, XAResource.TMFAIL);
    resource.rollback(xid);
  }

  @Test
  void whatWasWrittenIsNotThereAndItsLocksAreLetGo() throws Exception {
    start();
    write();
    postgres.execute(insert()); // waits for whoever has written the same
    resource.end(xid, XAResource.TMSUCCESS);
    resource.rollback(xid);
    assertThat(rows()).isEqualTo(1);
  }

  @Test
  void whoPreparesItThenIsToldThatItIsRolledBack() throws Exception {
    start();
    write();
    await("its time is up").until(() -> state().isEmpty());
    resource.end(xid, XAResource.TMSUCCESS);
    assertThatThrownBy(() -> resource.prepare(xid)).satisfies(TimeLimitTest::tellsOfTheTime);
    assertThat(postgres.gids()).isEmpty();
    assertThat(rows()).isZero();
  }

  /** Nobody rolls back what has answered so, and the pool would lend the connection again. */
  @Test
  void thePoolIsToldThen() throws Exception {
    List<ConnectionEvent> told = new ArrayList<>();
    physical.addConnectionEventListener(listener(told));
    start();
    await("its time is up").until(() -> state().isEmpty());
    resource.end(xid, XAResource.TMSUCCESS);
    assertThatThrownBy(() -> resource.prepare(xid)).satisfies(TimeLimitTest::tellsOfTheTime);
    assertThat(told).hasSize(1);
  }

  @Test
  void soIsWhoCommitsItInOnePhase() throws Exception {
    start();
    write();
    await("its time is up").until(() -> state().isEmpty());
    resource.end(xid, XAResource.TMSUCCESS);
    assertThatThrownBy(() -> resource.commit(xid, true)).satisfies(TimeLimitTest::tellsOfTheTime);
    assertThat(rows()).isZero();
  }

  @Test
  void whatIsPreparedInTimeIsCommittedHoweverLate() throws Exception {
    start();
    write();
    resource.end(xid, XAResource.TMSUCCESS);
    resource.prepare(xid);
    thatTimePasses();
    resource.commit(xid, false);
    assertThat(rows()).isEqualTo(1);
  }

  @Test
  void theNextBranchOfTheConnectionHasNone() throws Exception {
    start();
    resource.end(xid, XAResource.TMSUCCESS);
    resource.rollback(xid);
    resource.start(xid, XAResource.TMNOFLAGS);
    write();
    thatTimePasses();
    resource.end(xid, XAResource.TMSUCCESS);
    resource.commit(xid, true);
    assertThat(rows()).isEqualTo(1);
  }

  /** Its thread may wait for the very branch that ends in time. */
  @Test
  void anAlarmThatComesTooLateEndsNoFurtherBranch() {
    TimeLimit limit = new TimeLimit(() -> {});
    synchronized (limit) {
      limit.set(1);
      limit.begin();
      await("its alarm waits").until(() -> isWaitedFor(limit));
      limit.end();
      limit.set(600);
      limit.begin();
    }
    await("the alarm has been heard").until(() -> !isWaitedFor(limit));
    assertThat(limit.end()).as("the time of the next one is up").isFalse();
  }

  private static boolean isWaitedFor(Object monitor) {
    return Arrays.stream(ManagementFactory.getThreadMXBean().dumpAllThreads(false, false))
        .filter(thread -> thread.getThreadState() == Thread.State.BLOCKED)
        .anyMatch(
            thread ->
                thread.getLockInfo().getIdentityHashCode() == System.identityHashCode(monitor));
  }

  @Test
  void aNegativeTimeIsNotTaken() throws Exception {
    resource.setTransactionTimeout(5);
    assertThat(resource.setTransactionTimeout(-1)).isFalse();
    assertThat(resource.getTransactionTimeout()).isEqualTo(5);
  }

  private void start() throws XAException {
    assertThat(resource.setTransactionTimeout(LIMIT)).isTrue();
    assertThat(resource.getTransactionTimeout()).isEqualTo(LIMIT);
    resource.start(xid, XAResource.TMNOFLAGS);
  }

  /** As another branch sees that was given as much after this one. */
  private void thatTimePasses() throws Exception {
    XAConnection other = open();
    try {
      other.getXAResource().setTransactionTimeout(LIMIT);
      other
          .getXAResource()
          .start(new HandmadeXid(UUID.randomUUID().toString()), XAResource.TMNOFLAGS);
      assertThatThrownBy(() -> ask(other.getConnection(), "SELECT 1 FROM pg_sleep(600)"))
          .isInstanceOf(SQLException.class);
    } finally {
      other.close();
    }
  }

  private void write() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(insert());
    }
  }

  private String insert() {
    return "INSERT INTO semel_probe (id) VALUES ('" + probe + "')";
  }

  private static void tellsOfTheTime(Throwable told) {
    assertThat(told)
        .isInstanceOfSatisfying(
            XAException.class,
            rolledBack -> assertThat(rolledBack.errorCode).isEqualTo(XAException.XA_RBTIMEOUT));
  }

  private long rows() {
    return postgres.number("SELECT count(*) FROM semel_probe WHERE id = ?", UUID.fromString(probe));
  }
}
