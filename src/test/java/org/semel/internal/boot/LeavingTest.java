// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.camel.builder.RouteBuilder;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.semel.operations.BacklogCount;
import org.semel.operations.OperatorContext;
import org.semel.operations.ParkedCase;
import org.semel.small.SmallServer;

/** An application leaves for good: nothing waits, and nothing of ours remains. */
class LeavingTest {

  private static final OperatorContext ANN = new OperatorContext("ann", "we leave");
  private static final String OURS =
      """
      SELECT relname FROM pg_class WHERE relname LIKE 'semel%'
      UNION ALL SELECT proname FROM pg_proc WHERE proname LIKE 'semel%'
      UNION ALL SELECT tgname FROM pg_trigger WHERE tgname LIKE 'semel%'
      UNION ALL SELECT typname FROM pg_type WHERE typname LIKE 'semel%'
      """;

  private static final String IN_SCHEMA =
      "SELECT relname FROM pg_class WHERE relnamespace = '%s'::regnamespace";

  private final SmallEstate estate = new SmallEstate();
  private final CommittedEffects effects = new CommittedEffects(estate.name);
  private final String database = "leaving_" + System.nanoTime();

  @BeforeEach
  void make() throws SQLException {
    estate.server.postgres().execute("CREATE DATABASE " + database);
    run("CREATE TABLE your_order (id int)");
    migrate("public");
  }

  @AfterEach
  void stop() {
    estate.close();
    effects.close();
    estate.server.postgres().execute("DROP DATABASE " + database + " WITH (FORCE)");
  }

  /**
   * The broker keeps what is in the queue, and the consumer works off all that it has. A provider
   * is slow, so that an intent waits when the intake ends; a route is, so that a stored message
   * does.
   */
  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit", "store-first"})
  void afterTheStepsOfThePageWhatIsNotInTheQueueHasTakenEffectOrIsDecided(String protocol) {
    List<String> sent = new CopyOnWriteArrayList<>();
    CountDownLatch work = new CountDownLatch(1);
    CountDownLatch answers = new CountDownLatch(1);
    String name = estate.name;
    boolean stores = protocol.equals("store-first");
    estate
        .under(protocol)
        .consumer("identity", "property:key")
        .consumer("attempts", "1")
        .with("semel.destination." + name + ".keys", "honoured")
        .start(
            new RouteBuilder() {
              @Override
              public void configure() {
                from("inbox:" + name)
                    .process(
                        exchange -> {
                          String body = exchange.getMessage().getBody(String.class);
                          if (body.equals("poison")) {
                            throw new IllegalStateException("poison");
                          }
                          if (body.equals("b")) {
                            work.await();
                          }
                        })
                    .process(effects::add)
                    .to("intent:" + name);
                from("intent:" + name)
                    .process(
                        exchange -> {
                          answers.await();
                          sent.add(exchange.getMessage().getBody(String.class));
                        });
              }
            });
    estate.send("1", "a");
    estate.send("2", "poison");
    await("one takes effect, one is parked")
        .until(() -> parked().size() == 1 && effects.keys().size() == 1);
    estate.send("3", "b");
    await("it is in hand")
        .until(
            () ->
                stores
                    ? estate.count("semel_inbox", "state = 'IN_PROGRESS'") == 1
                    : estate.server.broker().delivering(name) == 1);

    estate.server.broker().pauses(name);
    estate.send("4", "late");
    assertThat(waiting()).as("an intent and a stored message").hasSize(stores ? 2 : 1);
    work.countDown();
    answers.countDown();
    await("what is recorded is sent, what is stored done").until(() -> waiting().isEmpty());
    await("what was in hand is done").until(() -> effects.keys().size() == 2);
    await("its intent is sent").until(() -> sent.size() == 2);
    await("it is settled").until(() -> waiting().isEmpty());
    estate.operations().parked().withdraw(parked().get(0).id(), ANN);

    assertThat(estate.operations().waitingMessages())
        .extracting(BacklogCount::toString)
        .noneMatch(count -> count.contains(name));
    await("nothing is in doubt")
        .until(() -> estate.operations().inDoubt().transactions().isEmpty());
    assertThat(effects.keys()).containsExactly("a", "b");
    assertThat(sent).containsExactly("a", "b");
    assertThat(estate.server.broker().messages(name)).as("late").isOne();
  }

  @Test
  void theScriptTakesAwayAllThatTheScriptsHaveMadeAndNothingElse() throws SQLException {
    assertThat(texts(OURS)).hasSizeGreaterThan(60);
    drop();
    assertThat(texts(OURS)).isEmpty();
    assertThat(texts("SELECT relname FROM pg_class WHERE relname = 'your_order'")).hasSize(1);
  }

  @Test
  void whatDualModeHasMadeGoesToo() throws SQLException {
    run(
        "CREATE TABLE camel_messageprocessed (processorname text, messageid text, createdat timestamp)");
    String dual =
        script("dual.sql").replace(":'processor'", "'orders'").replace(":'zone'", "'UTC'");
    run(dual.replace(":'consumer'", "'orders'"));
    run(dual.replace(":'consumer'", "'bills'"));
    drop();
    assertThat(texts(OURS)).isEmpty();
    assertThat(texts("SELECT relname FROM pg_class WHERE relname = 'camel_messageprocessed'"))
        .hasSize(1);
  }

  /** Of two applications in one database: the path finds the one, and behind it the other. */
  @Test
  void theScriptTakesAwayTheTablesOfTheNamedSchemaAloneHoweverOftenItRuns() throws SQLException {
    migrate("beside");
    run("ALTER DATABASE " + database + " SET search_path = beside, public");
    drop();
    assertThat(texts(IN_SCHEMA.formatted("public"))).doesNotContain("semel_claim");
    assertThat(texts(IN_SCHEMA.formatted("beside"))).contains("semel_claim");
    assertThatThrownBy(this::drop).hasMessageContaining("\"public\" has no tables of Semel's");
    assertThat(texts(IN_SCHEMA.formatted("beside"))).contains("semel_claim");
  }

  /** As psql leaves the variable where none is given. */
  @Test
  void withoutASchemaNothingIsTakenAway() throws SQLException {
    assertThatThrownBy(() -> run(script())).hasMessageContaining("syntax error");
    assertThat(texts(OURS)).hasSizeGreaterThan(60);
  }

  @ParameterizedTest
  @ValueSource(strings = {"elsewhere", "", "public, beside", "$user"})
  void whereTheSchemaHasNoTablesOfSemelsNothingIsTakenAway(String schema) throws SQLException {
    assertThatThrownBy(() -> drop(schema)).hasMessageContaining("has no tables of Semel's");
    assertThat(texts(OURS)).hasSizeGreaterThan(60);
  }

  @Test
  void tablesOfALaterVersionAreNotTakenAwayInPart() throws SQLException {
    run("UPDATE semel_schema SET version = 2");
    assertThatThrownBy(this::drop).hasMessageContaining("of version 2");
    assertThat(texts(OURS)).hasSizeGreaterThan(60);
  }

  /** Each of what an operator may have overlooked, alone. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1 stored messages | semel_inbox (identity, consumer, key, headers, form, body, destination, message_id, deliveries) \
          VALUES (gen_random_uuid(), 'c', 'k', '{}', 'TEXT', '', 'q', 'm', 1)
          1 stored messages | semel_inbox (state, identity, consumer, key, headers, form, body, destination, message_id, deliveries) \
          VALUES ('FAILED_TERMINAL', gen_random_uuid(), 'c', 'k', '{}', 'TEXT', '', 'q', 'm', 1)
          1 held versions | semel_held (aggregate, version, consumer, aggregate_key, key, fingerprint, headers, form, body, \
          destination, message_id, deliveries) VALUES (gen_random_uuid(), 2, 'c', 'a', 'k', '', '{}', 'TEXT', '', 'q', 'm', 1)
          1 parked messages | semel_parked (consumer, reason, detail, headers, form, body, destination, message_id, deliveries) \
          VALUES ('c', 'CONFLICT', '', '{}', 'TEXT', '', 'q', 'm', 1)
          1 intents | semel_intent (state, key, consumer, cause, destination, ordinal, headers, form, body, digest) \
          VALUES ('pending', gen_random_uuid(), 'c', 'k', 'd', 1, '{}', 'TEXT', '', '')
          1 intents | semel_intent (state, key, consumer, cause, destination, ordinal, headers, form, body, digest) \
          VALUES ('leased', gen_random_uuid(), 'c', 'k', 'd', 1, '{}', 'TEXT', '', '')
          1 intents | semel_intent (state, key, consumer, cause, destination, ordinal, headers, form, body, digest) \
          VALUES ('parked', gen_random_uuid(), 'c', 'k', 'd', 1, '{}', 'TEXT', '', '')
          """)
  void whileSomethingWaitsNothingIsTakenAway(String kind, String row) throws SQLException {
    run("INSERT INTO " + row);
    assertThatThrownBy(this::drop).hasMessageContaining("there still wait " + kind);
    assertThat(texts(OURS)).hasSizeGreaterThan(60);
  }

  /** A half of it would leave tables that no start accepts, and no script removes. */
  @Test
  void whatFailsHalfWayIsTakenBack() throws SQLException {
    run("CREATE FUNCTION semel_refuse_backdating(your int) RETURNS int LANGUAGE sql AS 'SELECT 1'");
    assertThatThrownBy(this::drop).hasMessageContaining("semel_refuse_backdating");
    assertThat(texts(OURS)).hasSizeGreaterThan(60);
  }

  @Test
  void whereSomethingOfYoursDependsOnATableNothingIsTakenAway() throws SQLException {
    run("CREATE VIEW your_report AS SELECT key FROM semel_claim");
    assertThatThrownBy(this::drop).hasMessageContaining("your_report");
    assertThat(texts(OURS)).hasSizeGreaterThan(60);
  }

  @Test
  void whereATransactionIsInDoubtNothingIsTakenAway() throws SQLException {
    run(
        "BEGIN; LOCK TABLE semel_claim IN ROW EXCLUSIVE MODE; PREPARE TRANSACTION '"
            + database
            + "'");
    try {
      assertThatThrownBy(this::drop).hasMessageContaining("lock timeout");
      assertThat(texts(OURS)).hasSizeGreaterThan(60);
    } finally {
      run("ROLLBACK PREPARED '" + database + "'");
    }
  }

  private List<ParkedCase> parked() {
    return estate.operations().parked().waiting(estate.name, 0, 10);
  }

  /** Of what {@code drop.sql} asks for, what the page lets end by itself. */
  private List<String> waiting() {
    return estate
        .server
        .postgres()
        .texts(
            """
            SELECT key::text FROM semel_intent WHERE consumer = ? AND state <> 'delivered'
            UNION ALL SELECT key FROM semel_inbox WHERE consumer = ? AND state NOT IN ('COMPLETED', 'PARKED')
            """,
            estate.name,
            estate.name);
  }

  private void migrate(String schema) {
    Flyway.configure()
        .dataSource(source())
        .locations("classpath:org/semel/postgresql/migrations")
        .defaultSchema(schema)
        .baselineOnMigrate(true) // beside tables of yours
        .baselineVersion("0")
        .load()
        .migrate();
  }

  private void drop() throws SQLException {
    drop("public");
  }

  private void drop(String schema) throws SQLException {
    run(script().replace(":'schema'", "'" + schema + "'"));
  }

  private static String script() {
    return script("drop.sql").replace("'10s'", "'500ms'");
  }

  private static String script(String name) {
    try {
      return Files.readString(Path.of("migrate", name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void run(String script) throws SQLException {
    try (Connection connection = connection();
        Statement statement = connection.createStatement()) {
      statement.execute(script);
    }
  }

  private List<String> texts(String sql) throws SQLException {
    try (Connection connection = connection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> texts = new ArrayList<>();
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
      return texts;
    }
  }

  private Connection connection() throws SQLException {
    return source().getConnection();
  }

  private PGSimpleDataSource source() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(SmallServer.shared().postgres().jdbcUrl().replaceFirst("[^/]+$", database));
    source.setUser("postgres");
    return source;
  }
}
