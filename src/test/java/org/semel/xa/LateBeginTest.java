// SPDX-License-Identifier: Apache-2.0
package org.semel.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.estate.Postgres;
import org.semel.small.SmallServer;

/** A branch begins with its first statement, and leaves the connection as it was. */
class LateBeginTest {

  private static final Xid XID = new Branch(UUID.randomUUID());

  private final Postgres postgres = SmallServer.shared().postgres();
  private XAConnection physical;
  private XAResource resource;
  private Connection connection;
  private int backend;

  @BeforeEach
  void connect() throws SQLException {
    PostgresXADataSource database = new PostgresXADataSource();
    database.setUrl(postgres.jdbcUrl());
    database.setUser(Postgres.ROLE);
    database.setPassword(Postgres.PASSWORD);
    physical = database.getXAConnection();
    resource = physical.getXAResource();
    connection = physical.getConnection();
    backend = ask("SELECT pg_backend_pid()");
  }

  @AfterEach
  void disconnect() throws SQLException {
    physical.close();
  }

  @Test
  void nothingBeginsBeforeTheFirstStatement() throws Exception {
    resource.start(XID, XAResource.TMNOFLAGS);
    assertThat(state()).isEqualTo("idle");
    ask("SELECT 1");
    assertThat(state()).isEqualTo("idle in transaction");
    resource.end(XID, XAResource.TMSUCCESS);
    resource.rollback(XID);
    assertThat(state()).isEqualTo("idle");
  }

  @Test
  void whatWasWrittenIsPreparedAndCommitted() throws Exception {
    write();
    assertThat(resource.prepare(XID)).isEqualTo(XAResource.XA_OK);
    assertThat(postgres.gids()).hasSize(1);
    assertAsBefore();
    resource.commit(XID, false);
    assertThat(ask("SELECT count(*) FROM late_begin")).isEqualTo(1);
  }

  @Test
  void whatWasWrittenIsCommittedInOnePhase() throws Exception {
    write();
    resource.commit(XID, true);
    assertThat(ask("SELECT count(*) FROM late_begin")).isEqualTo(1);
    assertAsBefore();
  }

  @Test
  void whatWasWrittenIsRolledBack() throws Exception {
    write();
    resource.rollback(XID);
    assertThat(ask("SELECT count(*) FROM late_begin")).isZero();
    assertAsBefore();
  }

  @Test
  void aBranchWithoutStatementsIsPreparedLikeAnyOther() throws Exception {
    startAndEnd();
    resource.prepare(XID);
    assertThat(postgres.gids()).hasSize(1);
    resource.commit(XID, false);
    assertThat(postgres.gids()).isEmpty();
    assertAsBefore();
  }

  @Test
  void aBranchWithoutStatementsEndsWithoutAskingTheDatabase() throws Exception {
    startAndEnd();
    resource.rollback(XID);
    assertAsBefore();
    startAndEnd();
    resource.commit(XID, true);
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
    resource.rollback(XID);
    assertAsBefore();
    assertThat(ask("SELECT count(*) FROM late_begin")).isZero();
  }

  private void prepareListening() throws XAException {
    resource.prepare(XID);
  }

  private void startAndEnd() throws XAException {
    resource.start(XID, XAResource.TMNOFLAGS);
    resource.end(XID, XAResource.TMSUCCESS);
  }

  private void write() throws XAException, SQLException {
    postgres.execute("DROP TABLE IF EXISTS late_begin");
    postgres.execute("CREATE TABLE late_begin (written int)");
    postgres.execute("GRANT ALL ON late_begin TO " + Postgres.ROLE);
    resource.start(XID, XAResource.TMNOFLAGS);
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("INSERT INTO late_begin VALUES (1)");
    }
    resource.end(XID, XAResource.TMSUCCESS);
  }

  /** Outside a branch, each statement commits by itself. */
  private void assertAsBefore() throws SQLException {
    assertThat(connection.getAutoCommit()).isTrue();
    ask("SELECT 1");
    assertThat(state()).isEqualTo("idle");
  }

  private int ask(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private String state() {
    return postgres.texts("SELECT state FROM pg_stat_activity WHERE pid = " + backend).get(0);
  }

  /** A branch of nobody's transaction. */
  private record Branch(UUID id) implements Xid {
    @Override
    public int getFormatId() {
      return 4711;
    }

    @Override
    public byte[] getGlobalTransactionId() {
      return id.toString().getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public byte[] getBranchQualifier() {
      return new byte[] {1};
    }
  }
}
