// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jpa.DefaultTransactionStrategy;
import org.apache.camel.component.jpa.JpaComponent;
import org.apache.camel.component.jpa.TransactionStrategy;
import org.apache.camel.model.ProcessorDefinition;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.cfg.Configuration;
import org.hibernate.engine.transaction.jta.platform.internal.AbstractJtaPlatform;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.semel.SemelException;
import org.semel.estate.Postgres;
import org.semel.small.SmallServer;
import org.semel.xa.PostgresXADataSource;
import org.springframework.transaction.jta.JtaTransactionManager;

/**
 * What a step of a consumer's route writes to a database is undone with its transaction, or the
 * step is refused: whatever the step, and whatever data source it has.
 */
class WritingStepsTest {

  private static final SmallServer SERVER = SmallServer.shared();
  private static AutoCloseable otherPool;

  private final SmallEstate estate = new SmallEstate();
  private EntityManagerFactory entities;

  /** A step that writes a row with the estate's name. */
  @SuppressWarnings("ImmutableEnumChecker") // none of them keeps anything
  enum Step {
    SQL(row -> row.to("sql:INSERT INTO step_row VALUES (:#row)?dataSource=#source")),
    SQL_IN_A_BATCH(
        row ->
            row.setBody(exchange -> List.of(List.of(exchange.getMessage().getHeader("row"))))
                .to(
                    "sql:INSERT INTO step_row VALUES (#)?dataSource=#source&batch=true&batchAutoCommitDisabled=false")),
    SQL_IN_A_BATCH_THAT_COMMITS(
        row ->
            row.setBody(exchange -> List.of(List.of(exchange.getMessage().getHeader("row"))))
                .to("sql:INSERT INTO step_row VALUES (#)?dataSource=#source&batch=true")),
    SQL_STORED(row -> row.to("sql-stored:step_write(VARCHAR :#${header.row})?dataSource=#source")),
    JDBC(
        row ->
            row.setBody()
                .simple("INSERT INTO step_row VALUES ('${header.row}')")
                .to("jdbc:source?resetAutoCommit=false")),
    JDBC_THAT_COMMITS(
        row ->
            row.setBody()
                .simple("INSERT INTO step_row VALUES ('${header.row}')")
                .to("jdbc:source")),
    JPA(WritingStepsTest::persist),
    JPA_IN_THE_SERVERS_TRANSACTION(WritingStepsTest::persist),
    JPA_IN_A_TRANSACTION_THAT_CAMEL_BEGINS(WritingStepsTest::persist);

    private final Function<ProcessorDefinition<?>, ProcessorDefinition<?>> writes;

    Step(Function<ProcessorDefinition<?>, ProcessorDefinition<?>> writes) {
      this.writes = writes;
    }

    /** Ends a route. */
    void addTo(ProcessorDefinition<?> route) {
      ProcessorDefinition<?> unused = writes.apply(route);
    }

    /** Whether it takes part in a transaction of the server if its data source does. */
    boolean joins() {
      return this != JDBC_THAT_COMMITS && this != SQL_IN_A_BATCH_THAT_COMMITS;
    }
  }

  /** What it writes through. */
  enum Source {
    SEMELS,
    ANOTHER_POOL,
    OUTSIDE_OF_TRANSACTIONS;

    DataSource dataSource() {
      return switch (this) {
        case SEMELS -> SERVER.dataSource();
        case ANOTHER_POOL -> (DataSource) otherPool;
        case OUTSIDE_OF_TRANSACTIONS -> outside();
      };
    }
  }

  @BeforeAll
  static void tables() throws SQLException {
    SERVER.postgres().execute("CREATE TABLE IF NOT EXISTS step_row (row text NOT NULL)");
    SERVER
        .postgres()
        .execute(
            "CREATE OR REPLACE FUNCTION step_write(text) RETURNS void AS 'INSERT INTO step_row VALUES ($1)' LANGUAGE sql");
    SERVER.postgres().execute("GRANT ALL ON step_row TO " + Postgres.ROLE);
    otherPool = SmallServer.pool(SERVER.postgres(), PostgresXADataSource.class);
  }

  @AfterAll
  static void close() throws Exception {
    otherPool.close();
  }

  @AfterEach
  void stop() {
    estate.close();
    if (entities != null) {
      entities.close();
    }
  }

  static Stream<Arguments> stepsAndSources() {
    return Stream.of(Step.values())
        .flatMap(step -> Stream.of(Source.values()).map(source -> Arguments.of(step, source)));
  }

  @ParameterizedTest
  @MethodSource("stepsAndSources")
  void whatAStepWritesIsUndoneWithTheTransactionOrTheStepIsRefused(Step step, Source source) {
    estate.consumer("attempts", "2");
    try {
      start(step, source, true);
    } catch (SemelException refused) {
      assertThat(refused).hasMessageContainingAll("SEMEL-0447", estate.name, "external=allowed");
      return;
    }
    estate.send("a", "body");
    await().until(() -> estate.count("semel_parked", "true") == 1);
    assertThat(rows()).isZero();
    await("no branch is left").until(() -> SERVER.postgres().gids().isEmpty());
  }

  @ParameterizedTest
  @EnumSource(Step.class)
  void aStepInTheSessionInWhichSemelClaimsTakesEffect(Step step) {
    if (!step.joins()) {
      assertThatThrownBy(() -> start(step, Source.SEMELS, false))
          .hasMessageContainingAll("SEMEL-0447", "external=allowed");
      return;
    }
    start(step, Source.SEMELS, false);
    estate.send("a", "body");
    await().until(() -> estate.count("semel_claim", "true") == 1);
    assertThat(rows()).isEqualTo(1);
  }

  @Test
  void semelsOwnDataSourceHasANameThatAnyStepMayUse() {
    identify();
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .setHeader("row", constant(estate.name))
                .to("sql:INSERT INTO step_row VALUES (:#row)?dataSource=#semel")
                .setBody()
                .simple("INSERT INTO step_row VALUES ('${header.row}')")
                .to("jdbc:semel?resetAutoCommit=false");
          }
        });
    estate.send("a", "body");
    await().until(() -> estate.count("semel_claim", "true") == 1);
    assertThat(rows()).isEqualTo(2);
  }

  @Test
  void oneThatMayBeExternalIsNotAsked() {
    estate.consumer("attempts", "2").consumer("external", "allowed");
    start(Step.SQL, Source.OUTSIDE_OF_TRANSACTIONS, true);
    estate.send("a", "body");
    await().until(() -> estate.count("semel_parked", "true") == 1);
    assertThat(rows()).as("one for each attempt, at the least").isGreaterThanOrEqualTo(2);
  }

  @Test
  void aRouteThatNoConsumerCallsWritesWhereItLikes() {
    bind(Step.SQL, Source.OUTSIDE_OF_TRANSACTIONS);
    identify();
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("log:taken");
            Step.SQL.addTo(
                from("timer:now?repeatCount=1&delay=0").setHeader("row", constant(estate.name)));
          }
        });
    await().until(() -> rows() == 1);
  }

  @Test
  void aStepIsAskedHoweverDeepItLies() {
    bind(Step.SQL, Source.ANOTHER_POOL);
    identify();
    assertThatThrownBy(
            () ->
                estate.start(
                    new RouteBuilder() {
                      @Override
                      public void configure() {
                        from("inbox:" + estate.name).to("direct:" + estate.name);
                        Step.SQL.addTo(
                            from("direct:" + estate.name)
                                .choice()
                                .when(body().isNotNull())
                                .setHeader("row", constant(estate.name)));
                      }
                    }))
        .hasMessageContainingAll("SEMEL-0447", "sql", "jdbc/semel");
  }

  private void start(Step step, Source source, boolean fails) {
    bind(step, source);
    identify();
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            step.writes
                .apply(from("inbox:" + estate.name).setHeader("row", constant(estate.name)))
                .process(
                    exchange -> {
                      if (fails) {
                        throw new IllegalStateException("behind the step");
                      }
                    });
          }
        });
  }

  private void identify() {
    estate.consumer("identity", "property:key");
  }

  private void bind(Step step, Source source) {
    estate.camel.getRegistry().bind("source", source.dataSource());
    if (step.name().startsWith("JPA")) {
      entities = entities(source.dataSource());
      JpaComponent jpa = new JpaComponent();
      jpa.setEntityManagerFactory(entities);
      jpa.setTransactionStrategy(strategy(step));
      estate.camel.addComponent("jpa", jpa);
    }
  }

  private TransactionStrategy strategy(Step step) {
    if (step == Step.JPA_IN_A_TRANSACTION_THAT_CAMEL_BEGINS) {
      return null; // Camel makes one over the factory
    }
    if (step == Step.JPA) {
      return Runnable::run;
    }
    DefaultTransactionStrategy strategy = new DefaultTransactionStrategy(estate.camel, entities);
    strategy.setTransactionManager(new JtaTransactionManager(SERVER.manager()));
    return strategy;
  }

  private static ProcessorDefinition<?> persist(ProcessorDefinition<?> row) {
    return row.process(
            exchange ->
                exchange
                    .getMessage()
                    .setBody(new StepRow(exchange.getMessage().getHeader("row", String.class))))
        .to("jpa:" + StepRow.class.getName() + "?usePersist=true");
  }

  /** As a server makes it of a unit whose data source takes part in its transactions. */
  private static EntityManagerFactory entities(DataSource dataSource) {
    Configuration configuration = new Configuration().addAnnotatedClass(StepRow.class);
    configuration.getProperties().put(AvailableSettings.JAKARTA_JTA_DATASOURCE, dataSource);
    configuration.getProperties().put(AvailableSettings.JTA_PLATFORM, new SmallJta());
    configuration.setProperty(AvailableSettings.TRANSACTION_COORDINATOR_STRATEGY, "jta");
    return configuration.buildSessionFactory();
  }

  private static DataSource outside() {
    PGSimpleDataSource dataSource = new PGSimpleDataSource();
    dataSource.setUrl(SERVER.postgres().jdbcUrl());
    dataSource.setUser(Postgres.ROLE);
    dataSource.setPassword(Postgres.PASSWORD);
    return dataSource;
  }

  private long rows() {
    return SERVER.postgres().number("SELECT count(*) FROM step_row WHERE row = ?", estate.name);
  }

  /** A row of the table, for JPA. */
  @Entity
  @Table(name = "step_row")
  static class StepRow {

    @Id private String row;

    protected StepRow() {}

    StepRow(String row) {
      this.row = row;
    }
  }

  private static final class SmallJta extends AbstractJtaPlatform {

    private static final long serialVersionUID = 1L;

    @Override
    protected TransactionManager locateTransactionManager() {
      return SERVER.manager();
    }

    @Override
    protected UserTransaction locateUserTransaction() {
      throw new UnsupportedOperationException("nobody asks for it");
    }
  }
}
