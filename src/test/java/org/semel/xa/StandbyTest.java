// SPDX-License-Identifier: Apache-2.0
package org.semel.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.semel.estate.Postgres;

/**
 * What a database says of a prepared branch while it cannot do anything about it: the branch is
 * still there, whatever it looks like.
 */
class StandbyTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static Postgres postgres;

  private final String probe = UUID.randomUUID().toString();
  private final Xid xid = new HandmadeXid(probe);

  @BeforeAll
  static void start() throws IOException {
    Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
    postgres = Postgres.startUnflushed(Files.createTempDirectory(target, "standby-"));
  }

  @AfterAll
  static void stop() {
    postgres.close();
  }

  /** It shows none of what is prepared, which is all back when it is promoted. */
  @Test
  void aStandbyAnswersNoQuestionOfRecoveryUntilItIsPromoted() throws Exception {
    prepare();
    postgres.kill();
    postgres.startAsStandby();
    XAConnection connection = open();
    XAResource standby = connection.getXAResource();
    try {
      assertThat(postgres.gids()).as("as a standby shows it").isEmpty();
      assertThatItFails(() -> standby.recover(XAResource.TMSTARTRSCAN));
      assertThat(standby.recover(XAResource.TMENDRSCAN)).as("as no scan has begun").isEmpty();
      assertThatItFails(() -> standby.commit(xid, false));
      assertThatItFails(() -> standby.rollback(xid));
    } finally {
      postgres.promote();
    }
    assertThat(standby.recover(XAResource.TMSTARTRSCAN)).as("after the promotion").hasSize(1);
    standby.commit(xid, false);
    connection.close();
    assertThat(rows()).isEqualTo(1);
  }

  /** It waits there for a standby that does not answer. */
  @Test
  void aBranchThatAnotherSessionIsEndingIsNotGivenUp() throws Exception {
    prepare();
    postgres.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    postgres.execute("SELECT pg_reload_conf()");
    CompletableFuture<Void> other = CompletableFuture.runAsync(this::commit);
    await("it waits for the standby")
        .atMost(PATIENCE)
        .until(
            () ->
                postgres.number(
                        "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
                    == 1);
    XAConnection connection = open();
    XAResource resource = connection.getXAResource();
    assertThatItFails(() -> resource.commit(xid, false));
    assertThatItFails(() -> resource.rollback(xid));
    connection.close();
    postgres.execute("ALTER SYSTEM RESET synchronous_standby_names");
    postgres.execute("SELECT pg_reload_conf()");
    assertThat(other).succeedsWithin(PATIENCE);
    assertThat(rows()).isEqualTo(1);
  }

  /** Such as after a change of roles, until its right is given back. */
  @Test
  void aBranchThatTheRoleMayNotEndIsNotGivenUp() throws Exception {
    prepare();
    postgres.execute("CREATE ROLE stranger LOGIN PASSWORD 'strange'");
    PostgresXADataSource strange = source();
    XAConnection connection = strange.getXAConnection("stranger", "strange");
    XAResource resource = connection.getXAResource();
    assertThatItFails(() -> resource.commit(xid, false));
    assertThatItFails(() -> resource.rollback(xid));
    connection.close();
    commit();
    assertThat(rows()).isEqualTo(1);
  }

  private static void assertThatItFails(ThrowingCallable question) {
    assertThatThrownBy(question)
        .isInstanceOfSatisfying(
            XAException.class,
            told -> assertThat(told.errorCode).isEqualTo(XAException.XAER_RMFAIL));
  }

  private void prepare() throws SQLException, XAException {
    XAConnection connection = open();
    XAResource resource = connection.getXAResource();
    resource.start(xid, XAResource.TMNOFLAGS);
    try (Statement statement = connection.getConnection().createStatement()) {
      statement.execute("INSERT INTO semel_probe (id) VALUES ('" + probe + "')");
    }
    resource.end(xid, XAResource.TMSUCCESS);
    resource.prepare(xid);
    connection.close();
  }

  private void commit() {
    try {
      XAConnection connection = open();
      connection.getXAResource().commit(xid, false);
      connection.close();
    } catch (SQLException | XAException e) {
      throw new IllegalStateException(e);
    }
  }

  private static XAConnection open() throws SQLException {
    return source().getXAConnection();
  }

  private static PostgresXADataSource source() {
    PostgresXADataSource database = new PostgresXADataSource();
    database.setUrl(postgres.jdbcUrl());
    database.setUser(Postgres.ROLE);
    database.setPassword(Postgres.PASSWORD);
    return database;
  }

  private long rows() {
    return postgres.number("SELECT count(*) FROM semel_probe WHERE id = ?", UUID.fromString(probe));
  }
}
