// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.liberty;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.ConnectionFactory;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.messaginghub.pooled.jms.JmsPoolXAConnectionFactory;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.ds.common.BaseDataSource;
import org.semel.Code;
import org.semel.estate.Postgres;
import org.semel.internal.edge.jms.JmsProbe;
import org.semel.internal.edge.jms.Queues;
import org.semel.internal.edge.jms.session.DirectSessions;
import org.semel.internal.edge.jms.session.ManagedSessions;
import org.semel.internal.edge.jms.session.Sessions;
import org.semel.internal.edge.jta.JtaTransactions;
import org.semel.internal.edge.jta.JtaWitness;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.TableSchema;
import org.semel.internal.edge.postgresql.proof.PostgresProbe;
import org.semel.internal.edge.postgresql.proof.UnflushedDatabase;
import org.semel.internal.edge.server.RecoveryEntry;
import org.semel.internal.engine.receive.SmallWorld;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.internal.engine.receive.proof.ProofContext;
import org.semel.internal.engine.receive.proof.ProofResult;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.internal.engine.receive.proof.StartupProof;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.small.Bystander;
import org.semel.small.Jms;
import org.semel.small.Unwaiting;
import org.semel.small.liberty.LazyDataSource;
import org.semel.small.liberty.LibertyManager;
import org.semel.small.liberty.LibertyRegistry;
import org.semel.xa.PostgresXADataSource;

/**
 * The start-up proof over a real broker and a real database, in transactions that prepare and
 * commit in Open Liberty's order.
 */
class LibertyProofTest {

  private final SmallWorld world = new SmallWorld();
  private final LibertyPlatform platform = new LibertyPlatform();
  private final LibertyManager manager = new LibertyManager();
  private final JtaTransactions transactions =
      new JtaTransactions(manager, new LibertyRegistry(manager));
  private final String probes = Jms.queue(world.server.broker());
  private DataSource dataSource;
  private ConnectionFactory factory;
  private Sessions sessions;

  @BeforeEach
  void nothingIsWrong() {
    JmsPoolXAConnectionFactory pool = new JmsPoolXAConnectionFactory();
    pool.setConnectionFactory(world.server.broker().xaFactory());
    pool.setTransactionManager(manager);
    factory = pool;
    sessions = new ManagedSessions(pool);
    dataSource = LazyDataSource.in(manager, logged(new PostgresXADataSource()));
  }

  @Test
  void twoBranchesArePreparedAndUndoneWhoeverIsAskedFirst() {
    assertThat(prove()).isInstanceOf(ProofResult.Proven.class);
    assertThat(world.server.postgres().gids()).isEmpty();
  }

  @Test
  void longLivedSessionsAreProvenUnderTheirEntry() {
    Optional<RecoveryEntry> entry = Optional.of(new RecoveryEntry("jms/semelXA", "any"));
    factory = world.server.broker().xaFactory();
    sessions =
        new DirectSessions(
            world.server.broker().xaFactory(),
            platform.enlistment(manager, entry),
            platform.naming(entry));
    assertThat(prove()).isInstanceOf(ProofResult.Proven.class);
    assertThat(world.server.postgres().gids()).isEmpty();
  }

  @Test
  void aConnectionFactoryThatKnowsNoTransactionsIsRefusedInTheWordsOfThisServer() {
    factory =
        Unwaiting.over(
            world.server.broker().plainFactory(),
            () -> world.server.broker().messages(probes) == 0);
    sessions = new ManagedSessions(factory);
    assertRefused(Code.BROKER_BRANCH_MISSING, "<connectionFactory> in server.xml");
  }

  @Test
  void aDataSourceThatKnowsNoTransactionsIsRefusedInTheWordsOfThisServer() {
    dataSource = logged(new PGSimpleDataSource());
    assertRefused(Code.DATABASE_BRANCH_MISSING, "type=\"javax.sql.XADataSource\"");
  }

  @Test
  void aDriverThatMisleadsIsRefusedInTheWordsOfThisServer() {
    dataSource = LazyDataSource.in(manager, logged(new Misleading()));
    assertRefused(Code.DRIVER_MISLEADS, "<jdbcDriver>");
  }

  /** Enlisted at its first statement, and before the broker, so that it commits first. */
  @Test
  void theDatabaseThatJoinsByAStatementCommitsBeforeTheBroker() {
    Jdbc jdbc = Jdbc.joiningByStatement(dataSource, TableSchema.onThePath());
    String before = "CREATE TABLE IF NOT EXISTS liberty_order (id text)";
    world.server.postgres().execute(before);
    world.server.postgres().execute("GRANT ALL ON liberty_order TO " + Postgres.ROLE);
    Bystander broker =
        new Bystander()
            .onCommit(
                () ->
                    assertThat(world.server.postgres().number("SELECT count(*) FROM liberty_order"))
                        .isEqualTo(1));
    Completion<String> completion =
        transactions.inNew(
            Duration.ofMinutes(1),
            () -> {
              jdbc.join();
              manager.getTransaction().enlistResource(broker);
              jdbc.update(
                  "write", "INSERT INTO liberty_order VALUES (?)", binds -> binds.text("one"));
              return Decision.commit("");
            });
    world.server.postgres().execute("DROP TABLE liberty_order");
    assertThat(completion).isInstanceOf(Completion.Committed.class);
    assertThat(broker.committed()).isTrue();
  }

  /** As the stock driver: it says of what the database has given up that it is prepared. */
  private static final class Misleading extends PostgresXADataSource {

    private static final long serialVersionUID = 1L;

    @Override
    public javax.sql.XAConnection getXAConnection() throws SQLException {
      org.postgresql.xa.PGXADataSource stock = new org.postgresql.xa.PGXADataSource();
      stock.setUrl(getUrl());
      stock.setUser(getUser());
      stock.setPassword(getPassword());
      return stock.getXAConnection();
    }
  }

  private <T extends BaseDataSource> T logged(T source) {
    source.setUrl(world.server.postgres().jdbcUrl());
    source.setUser(Postgres.ROLE);
    source.setPassword(Postgres.PASSWORD);
    return source;
  }

  private ProofResult prove() {
    return new StartupProof(
            new PostgresProbe(new Jdbc(dataSource), UnflushedDatabase.ACCEPT),
            new JmsProbe(factory, sessions, Queues.named(probes)),
            new ProofContext(
                transactions,
                new JtaWitness(manager, Thread::new),
                world.faults,
                1,
                List.of(),
                platform),
            Protocol.XA)
        .prove();
  }

  private void assertRefused(Code code, String words) {
    assertThat(prove())
        .isInstanceOfSatisfying(
            ProofResult.Refused.class,
            refused -> {
              assertThat(refused.refusals())
                  .extracting(Refusal::code)
                  .as(refused.refusals().toString())
                  .containsOnly(code);
              assertThat(refused.refusals().toString()).contains(words, "server.xml");
            });
  }
}
