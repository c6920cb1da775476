// SPDX-License-Identifier: Apache-2.0
package org.semel.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.sql.Statement;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;
import org.semel.estate.Postgres;

/** A branch begins with its first statement, and leaves the connection as it was. */
class LateBeginTest extends OneXaConnection {

  @Test
  void nothingBeginsBeforeTheFirstStatement() throws Exception {
    resource.start(xid, XAResource.TMNOFLAGS);
    assertThat(state()).isEqualTo("idle");
    ask("SELECT 1");
    assertThat(state()).isEqualTo("idle in transaction");
    resource.end(xid, XAResource.TMSUCCESS);
    resource.rollback(xid);
    assertThat(state()).isEqualTo("idle");
  }

  @Test
  void whatWasWrittenIsPreparedAndCommitted() throws Exception {
    write();
    assertThat(resource.prepare(xid)).isEqualTo(XAResource.XA_OK);
    assertThat(postgres.gids()).hasSize(1);
    assertAsBefore();
    resource.commit(xid, false);
    assertThat(ask("SELECT count(*) FROM late_begin")).isEqualTo(1);
  }

  @Test
  void whatWasWrittenIsCommittedInOnePhase() throws Exception {
    write();
    resource.commit(xid, true);
    assertThat(ask("SELECT count(*) FROM late_begin")).isEqualTo(1);
    assertAsBefore();
  }

  @Test
  void whatWasWrittenIsRolledBack() throws Exception {
    write();
    resource.rollback(xid);
    assertThat(ask("SELECT count(*) FROM late_begin")).isZero();
    assertAsBefore();
  }

  @Test
  void aBranchWithoutStatementsIsPreparedLikeAnyOther() throws Exception {
    startAndEnd();
    resource.prepare(xid);
    assertThat(postgres.gids()).hasSize(1);
    resource.commit(xid, false);
    assertThat(postgres.gids()).isEmpty();
    assertAsBefore();
  }

  @Test
  void aBranchWithoutStatementsEndsWithoutAskingTheDatabase() throws Exception {
    startAndEnd();
    resource.rollback(xid);
    assertAsBefore();
    startAndEnd();
    resource.commit(xid, true);
    assertAsBefore();
  }

  @Test
  void whatIsRefusedAtItsPrepareLeavesTheConnectionFit() throws Exception {
    write();
    try (Statement statement = connection.createStatement()) {
      statement.execute("LISTEN late_begin"); // who listens may not prepare
    }
    assertThatThrownBy(() -> prepareListening()).isInstanceOf(XAException.class);
    assertThat(state()).isEqualTo("idle");
    resource.rollback(xid);
    assertAsBefore();
    assertThat(ask("SELECT count(*) FROM late_begin")).isZero();
  }

  private void prepareListening() throws XAException {
    resource.prepare(xid);
  }

  private void startAndEnd() throws XAException {
    resource.start(xid, XAResource.TMNOFLAGS);
    resource.end(xid, XAResource.TMSUCCESS);
  }

  private void write() throws XAException, SQLException {
    postgres.execute("DROP TABLE IF EXISTS late_begin");
    postgres.execute("CREATE TABLE late_begin (written int)");
    postgres.execute("GRANT ALL ON late_begin TO " + Postgres.ROLE);
    resource.start(xid, XAResource.TMNOFLAGS);
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("INSERT INTO late_begin VALUES (1)");
    }
    resource.end(xid, XAResource.TMSUCCESS);
  }

  /** Outside a branch, each statement commits by itself. */
  private void assertAsBefore() throws SQLException {
    assertThat(connection.getAutoCommit()).isTrue();
    ask("SELECT 1");
    assertThat(state()).isEqualTo("idle");
  }
}
