// SPDX-License-Identifier: Apache-2.0
package org.semel.xa;

import static org.assertj.core.api.Assertions.assertThat;

import com.arjuna.ats.arjuna.common.Uid;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.internal.arjuna.recovery.AtomicActionExpiryScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.XAConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.xa.PGXADataSource;
import org.semel.estate.Postgres;
import org.semel.internal.engine.tx.Decision;
import org.semel.matrix.Shows;
import org.semel.small.Bystander;
import org.semel.small.SmallServer;

/**
 * An administrator terminates backends (SQLState 57P01) between the prepare and the commit of their
 * transactions, many times over. Counts the branches that nobody ends any more.
 */
class TerminatedBackendsTest {

  private static final int MANY = Integer.getInteger("semel.terminations", 1000);
  private static final int SOME = 20;

  /** Below {@code max_prepared_transactions}: recovery must have ended these before the next. */
  private static final int AT_ONCE = 50;

  private static final Logger NARAYANA = Logger.getLogger("com.arjuna");

  private final SmallServer server = SmallServer.shared();
  private final UUID probe = UUID.randomUUID();
  private Connection administrator;

  @BeforeEach
  void connect() throws SQLException {
    NARAYANA.setLevel(Level.OFF); // it warns of each
    administrator = server.postgres().owner().getConnection();
    administrator
        .createStatement()
        .execute("CREATE TABLE IF NOT EXISTS terminated (run uuid, n integer)");
    administrator.createStatement().execute("GRANT INSERT ON terminated TO " + Postgres.ROLE);
  }

  @AfterEach
  void nothingStaysPrepared() throws SQLException {
    server
        .postgres()
        .gids()
        .forEach(gid -> server.postgres().execute("ROLLBACK PREPARED '" + gid + "'"));
    administrator.close();
    NARAYANA.setLevel(null);
  }

  @Test
  @Shows("X8 backend")
  void ofAThousandOursLeavesNoBranchBehind() {
    PGXADataSource ours = new PostgresXADataSource();
    for (int n = 0; n < MANY; n += AT_ONCE) {
      terminate(ours, Math.min(AT_ONCE, MANY - n));
      assertThat(abandoned(ours)).as("after " + (n + AT_ONCE) + " terminations").isZero();
    }
    assertThat(rows()).isEqualTo(MANY);
    tell("ours", MANY, 0);
  }

  @Test
  void ofTwentyTheDriverLeavesEachBehind() {
    PGXADataSource stock = new PGXADataSource();
    terminate(stock, SOME);
    long abandoned = abandoned(stock);
    assertThat(abandoned).isEqualTo(SOME);
    assertThat(rows()).isZero();
    tell("the driver's own", SOME, abandoned);
  }

  /** As it happens when recovery reads the record while it is written anew. */
  @Test
  void whatRecoveryHasSetAsideIsCommittedOnceItIsPutBack() throws Exception {
    PGXADataSource ours = new PostgresXADataSource();
    Path record = setAside(ours);
    Files.move(record.resolveSibling("Expired").resolve(record.getFileName()), record);
    server.recovery().scan(ours);
    assertThat(rows()).isEqualTo(1);
    assertThat(record).doesNotExist();
  }

  @Test
  void whatStaysSetAsideIsRolledBack() throws Exception {
    PGXADataSource ours = new PostgresXADataSource();
    setAside(ours);
    assertThat(abandoned(ours)).isZero();
    assertThat(rows()).as("decided to commit, and lost").isZero();
  }

  private Path setAside(PGXADataSource database) throws Exception {
    Set<Path> before = records();
    terminate(database, 1);
    Set<Path> decided = records();
    decided.removeAll(before);
    assertThat(decided).hasSize(1);
    Path record = decided.iterator().next();
    Uid uid = new Uid(record.toFile().getName().replace('_', ':'));
    assertThat(new AtomicActionExpiryScanner().moveEntry(uid)).isTrue();
    assertThat(server.postgres().gids()).as("stays prepared").hasSize(1);
    return record;
  }

  private static Set<Path> records() throws IOException {
    Path log = Path.of(arjPropertyManager.getObjectStoreEnvironmentBean().getObjectStoreDir());
    try (Stream<Path> files = Files.walk(log)) {
      return files
          .filter(file -> file.getParent().endsWith("AtomicAction") && Files.isRegularFile(file))
          .collect(Collectors.toCollection(HashSet::new));
    }
  }

  private void terminate(PGXADataSource database, int times) {
    database.setUrl(server.postgres().jdbcUrl());
    database.setUser(Postgres.ROLE);
    database.setPassword(Postgres.PASSWORD);
    for (int n = 0; n < times; n++) {
      int number = n;
      server
          .transactions()
          .inNew(
              Duration.ofSeconds(60),
              () -> {
                insertAndDie(database, number);
                return Decision.commit("");
              });
    }
  }

  private void insertAndDie(PGXADataSource database, int n) throws Exception {
    XAConnection branch = database.getXAConnection();
    server.manager().getTransaction().enlistResource(branch.getXAResource());
    int pid;
    try (var statement =
        branch.getConnection().prepareStatement("INSERT INTO terminated VALUES (?, ?)")) {
      statement.setObject(1, probe);
      statement.setInt(2, n);
      statement.execute();
      pid = statement.getConnection().unwrap(org.postgresql.PGConnection.class).getBackendPID();
    }
    server
        .manager()
        .getTransaction()
        .enlistResource(new Bystander().onPrepare(() -> terminate(pid)));
  }

  private void terminate(int pid) {
    try (PreparedStatement kill = administrator.prepareStatement("SELECT pg_terminate_backend(?)");
        PreparedStatement look =
            administrator.prepareStatement("SELECT FROM pg_stat_activity WHERE pid = ?")) {
      kill.setInt(1, pid);
      kill.execute();
      look.setInt(1, pid);
      while (look.executeQuery().next()) {
        Thread.onSpinWait();
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What stays prepared though recovery has looked, and looked again. */
  private long abandoned(PGXADataSource database) {
    server.recovery().scan(database);
    if (!server.postgres().gids().isEmpty()) {
      server.recovery().scan(database);
    }
    return server.postgres().gids().size();
  }

  private long rows() {
    return server.postgres().number("SELECT count(*) FROM terminated WHERE run = ?", probe);
  }

  private static void tell(String whose, int terminations, long abandoned) {
    System.out.printf(
        Locale.ROOT,
        "terminated between prepare and commit, %s: terminations=%d abandoned=%d%n",
        whose,
        terminations,
        abandoned);
  }
}
