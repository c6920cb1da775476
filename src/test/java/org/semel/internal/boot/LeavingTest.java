// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
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
import org.postgresql.ds.PGSimpleDataSource;
import org.semel.operations.BacklogCount;
import org.semel.operations.OperatorContext;
import org.semel.operations.ParkedCase;
import org.semel.operations.PauseActs;
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

  private final SmallEstate estate = new SmallEstate();
  private final CommittedEffects effects = new CommittedEffects(estate.name);
  private final String database = "leaving_" + System.nanoTime();

  @BeforeEach
  void make() throws SQLException {
    estate.server.postgres().execute("CREATE DATABASE " + database);
    run("CREATE TABLE your_order (id int)");
    Flyway.configure()
        .dataSource(source())
        .locations("classpath:org/semel/postgresql/migrations")
        .baselineOnMigrate(true) // beside tables of yours
        .baselineVersion("0")
        .load()
        .migrate();
  }

  @AfterEach
  void stop() {
    estate.close();
    effects.close();
    estate.server.postgres().execute("DROP DATABASE " + database + " WITH (FORCE)");
  }

  /**
   * A pause, what is parked decided, what is recorded sent: then the queue alone holds messages.
   */
  @Test
  void afterTheStepsOfThePageWhatIsNotInTheQueueHasTakenEffectOrIsDecided() {
    List<String> sent = new CopyOnWriteArrayList<>();
    CountDownLatch answers = new CountDownLatch(1);
    String name = estate.name;
    estate
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
                          if (exchange.getMessage().getBody(String.class).equals("poison")) {
                            throw new IllegalStateException("poison");
                          }
                        })
                    .process(effects::add)
                    .to("intent:" + name);
                from("intent:" + name)
                    .process(
                        exchange -> {
                          answers.await(); // the provider is slow
                          sent.add(exchange.getMessage().getBody(String.class));
                        });
              }
            });
    estate.send("1", "a");
    estate.send("2", "poison");
    await("one takes effect, one is parked")
        .until(() -> parked().size() == 1 && effects.keys().size() == 1);
    await("the queue is empty").until(estate::queueIsEmpty);

    estate.operations().pauses().pause(PauseActs.Target.consumer(name), true, ANN);
    await("the pause stands")
        .until(
            () ->
                estate.operations().pauses().standing().stream()
                    .anyMatch(pause -> pause.toString().contains(name)));
    answers.countDown();
    await("what is recorded is sent").until(() -> intents().isEmpty());
    estate.operations().parked().withdraw(parked().get(0).id(), ANN);

    assertThat(estate.operations().waitingMessages())
        .extracting(BacklogCount::toString)
        .noneMatch(count -> count.contains(name));
    await("nothing is in doubt")
        .until(() -> estate.operations().inDoubt().transactions().isEmpty());
    assertThat(effects.keys()).containsExactly("a");
    assertThat(sent).containsExactly("a");
  }

  @Test
  void theScriptTakesAwayAllThatTheScriptsHaveMadeAndNothingElse()
      throws IOException, SQLException {
    assertThat(texts(OURS)).hasSizeGreaterThan(60);
    drop();
    assertThat(texts(OURS)).isEmpty();
    assertThat(texts("SELECT relname FROM pg_class WHERE relname = 'your_order'")).hasSize(1);
    drop();
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

  private List<String> intents() {
    return estate
        .server
        .postgres()
        .texts(
            "SELECT key::text FROM semel_intent WHERE consumer = ? AND state <> 'delivered'",
            estate.name);
  }

  private void drop() throws IOException, SQLException {
    run(Files.readString(Path.of("migrate/drop.sql")).replace("'10s'", "'500ms'"));
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
