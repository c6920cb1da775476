// SPDX-License-Identifier: Apache-2.0
package org.semel.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.arjuna.ats.arjuna.exceptions.ObjectStoreException;
import com.arjuna.ats.arjuna.objectstore.StoreManager;
import com.arjuna.ats.arjuna.state.InputObjectState;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import javax.sql.DataSource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.util.PSQLException;
import org.semel.internal.edge.jta.JtaTransactions;
import org.semel.internal.edge.postgresql.DataSourceRefusals;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.During;
import org.semel.internal.engine.tx.Completion.RolledBack;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.small.Bystander;
import org.semel.small.SmallServer;
import org.semel.small.liberty.LazyDataSource;
import org.semel.small.liberty.LibertyManager;
import org.semel.small.liberty.LibertyRegistry;

/**
 * What PostgreSQL answers with an error when it is to prepare, or to commit in one phase, is rolled
 * back for certain, and the transaction manager's exception has PostgreSQL's words.
 */
class RefusedCommitTest extends OneXaConnection {

  private static final String WORDS = "the words of the trigger";

  /** Of what a deferred constraint trigger may say. */
  private record Refusal(String state, int code) {}

  private static final List<Refusal> REFUSALS =
      List.of(
          new Refusal("P0001", XAException.XA_RBOTHER),
          new Refusal("XX000", XAException.XA_RBOTHER),
          new Refusal("UD001", XAException.XA_RBOTHER),
          new Refusal("53200", XAException.XA_RBOTHER),
          new Refusal("57014", XAException.XA_RBOTHER),
          new Refusal("40001", XAException.XA_RBOTHER),
          new Refusal("55P03", XAException.XA_RBOTHER),
          new Refusal("40P01", XAException.XA_RBDEADLOCK),
          new Refusal("23514", XAException.XA_RBINTEGRITY));

  private enum End {
    PREPARE {
      @Override
      void of(RefusedCommitTest branch) throws XAException {
        branch.resource.prepare(branch.xid);
      }
    },
    ONE_PHASE {
      @Override
      void of(RefusedCommitTest branch) throws XAException {
        branch.resource.commit(branch.xid, true);
      }
    };

    abstract void of(RefusedCommitTest branch) throws XAException;
  }

  static Stream<Arguments> refusals() {
    return REFUSALS.stream()
        .flatMap(refusal -> Arrays.stream(End.values()).map(end -> Arguments.of(refusal, end)));
  }

  @BeforeAll
  static void createTheTrigger() {
    SmallServer.shared()
        .postgres()
        .execute(
            """
            CREATE TABLE refusing (state text);
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
              $$ BEGIN RAISE EXCEPTION '%s' USING ERRCODE = NEW.state; END $$;
            CREATE CONSTRAINT TRIGGER refused AFTER INSERT ON refusing
              DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse();
            GRANT INSERT ON refusing TO semel
            """
                .formatted(WORDS));
  }

  @AfterAll
  static void dropTheTrigger() {
    SmallServer.shared().postgres().execute("DROP TABLE refusing; DROP FUNCTION refuse");
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void theBranchIsRolledBackForCertain(Refusal refusal, End end) throws Exception {
    XAException told = refused(refusal.state(), end);
    assertThat(told.errorCode).isEqualTo(refusal.code());
    assertThatItHasTheWords(told, refusal);
    assertThat(postgres.gids()).isEmpty();
    assertThatTheConnectionTakesAnotherBranch();
  }

  /** Somebody between here and the server may say so, who does not know what the server did. */
  @ParameterizedTest
  @EnumSource
  void whatSpeaksOfALostConnectionIsNotCertain(End end) throws Exception {
    assertThat(refused("08006", end).errorCode).isEqualTo(XAException.XAER_RMFAIL);
    assertThatTheConnectionTakesAnotherBranch();
  }

  private XAException refused(String state, End end) throws Exception {
    resource.start(xid, XAResource.TMNOFLAGS);
    insert(connection, state);
    resource.end(xid, XAResource.TMSUCCESS);
    return catchThrowableOfType(XAException.class, () -> end.of(this));
  }

  /** A transaction manager does not roll back what is rolled back. */
  private void assertThatTheConnectionTakesAnotherBranch() throws Exception {
    resource.start(xid, XAResource.TMNOFLAGS);
    assertThat(ask("SELECT 1")).isEqualTo(1);
    resource.end(xid, XAResource.TMSUCCESS);
    resource.commit(xid, true);
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void theTransactionIsRolledBackAndLeavesNoRecord(Refusal refusal, End end) throws Exception {
    SmallServer server = SmallServer.shared();
    int records = records();
    assertThatItEndsWithTheWords(
        server.transactions(), server.manager(), server.dataSource(), refusal, end);
    assertThat(records()).as("records in the transaction manager's log").isEqualTo(records);
  }

  /** As Open Liberty's does, of whose data source an application can unwrap what is behind it. */
  @ParameterizedTest
  @MethodSource("refusals")
  void theWordsAreHadThoughTheTransactionManagerKeepsThemToItself(Refusal refusal, End end)
      throws Exception {
    LibertyManager silent = new LibertyManager();
    DataSource source = LazyDataSource.in(silent, source());
    JtaTransactions transactions =
        new JtaTransactions(
            silent, new LibertyRegistry(silent), new DataSourceRefusals(source)::since);
    assertThatItEndsWithTheWords(transactions, silent, source, refusal, end);
  }

  private static void assertThatItEndsWithTheWords(
      Transactions transactions,
      TransactionManager manager,
      DataSource source,
      Refusal refusal,
      End end)
      throws Exception {
    Bystander broker = new Bystander();
    Completion<String> ended =
        transactions.inNew(
            Duration.ofMinutes(1),
            () -> {
              try (Connection pooled = source.getConnection()) {
                insert(pooled, refusal.state());
              }
              if (end == End.PREPARE) {
                manager.getTransaction().enlistResource(broker);
              }
              return Decision.commit("");
            });
    assertThat(ended)
        .isInstanceOfSatisfying(
            RolledBack.class,
            rolledBack -> {
              assertThat(rolledBack.during()).isEqualTo(During.COMMIT);
              assertThatItHasTheWords(rolledBack.cause(), refusal);
              assertThat(rolledBack.cause()).rootCause().hasMessageContaining(WORDS);
            });
    assertThat(broker.committed()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void aRefusalIsGivenOnceToTheThreadThatWantedTheCommit(End end) throws Exception {
    PostgresXADataSource source = source();
    long before = System.nanoTime();
    XAException told = refused("P0001", end);
    assertThat(CompletableFuture.supplyAsync(() -> source.apply(before)).get()).isEmpty();
    assertThat(source.apply(before)).containsSame(told);
    assertThat(source.apply(before)).isEmpty();
  }

  @Test
  void anEarlierRefusalIsOfAnotherTransaction() throws Exception {
    refused("P0001", End.ONE_PHASE);
    assertThat(source().apply(System.nanoTime())).isEmpty();
  }

  @Test
  void aDataSourceThatCannotBeUnwrappedTellsNothing() throws Exception {
    long before = System.nanoTime();
    refused("P0001", End.ONE_PHASE);
    assertThat(new DataSourceRefusals(new PGSimpleDataSource()).since(before)).isEmpty();
  }

  @Test
  void ofTooManyThreadsTheOneThatWasRefusedFirstIsForgotten() throws Exception {
    int threads = RefusedCommits.MOST + 1;
    CyclicBarrier all = new CyclicBarrier(threads);
    Callable<Boolean> one = () -> isRemembered(all);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Boolean> remembered = new ArrayList<>();
      for (Future<Boolean> each : pool.invokeAll(Collections.nCopies(threads, one))) {
        remembered.add(each.get());
      }
      assertThat(remembered).containsOnlyOnce(false);
    } finally {
      pool.shutdown();
    }
  }

  private static boolean isRemembered(CyclicBarrier all) throws Exception {
    long before = System.nanoTime();
    RefusedCommits.noted(new XAException(XAException.XA_RBOTHER));
    all.await();
    return RefusedCommits.since(before).isPresent();
  }

  private static void assertThatItHasTheWords(Throwable told, Refusal refusal) {
    assertThat(all(told))
        .filteredOn(PSQLException.class::isInstance)
        .isNotEmpty()
        .allSatisfy(
            words -> {
              assertThat(((SQLException) words).getSQLState()).isEqualTo(refusal.state());
              assertThat(words).hasMessageContaining(WORDS);
            });
  }

  /** With its causes, and what was suppressed. */
  private static List<Throwable> all(Throwable told) {
    List<Throwable> all = new ArrayList<>(List.of(told));
    if (told.getCause() != null) {
      all.addAll(all(told.getCause()));
    }
    Arrays.stream(told.getSuppressed()).map(RefusedCommitTest::all).forEach(all::addAll);
    return all;
  }

  private static int records() throws ObjectStoreException {
    InputObjectState found = new InputObjectState();
    StoreManager.getRecoveryStore()
        .allObjUids("StateManager/BasicAction/TwoPhaseCoordinator/AtomicAction", found);
    return found.length();
  }

  private static void insert(Connection connection, String state) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO refusing VALUES ('" + state + "')");
    }
  }
}
