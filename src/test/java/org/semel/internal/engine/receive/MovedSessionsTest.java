// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import io.agroal.api.AgroalDataSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.internal.engine.receive.consumer.Consumer;
import org.semel.message.Identity;
import org.semel.small.SmallServer;
import org.semel.xa.PostgresXADataSource;

/**
 * What a bean does to its session outlives the transaction, as the pool hands the session out
 * again. However it moves the session, and whatever lies there, an identity takes effect once.
 */
class MovedSessionsTest {

  private static final int IDENTITIES = 20;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final SmallServer SERVER = SmallServer.shared();

  private final List<String> places = new CopyOnWriteArrayList<>();
  private SmallWorld world;
  private AgroalDataSource pool;
  private Consumer consumer;

  /** How a bean moves its session. */
  private enum Way {
    SET("SET search_path TO %s"),
    SET_CONFIG("SELECT set_config('search_path', '%s', false)"),
    SET_SCHEMA(""),
    /** The path names the role's own schema first, as it does by default. */
    SET_ROLE("SET ROLE %s");

    private final String statement;

    Way(String statement) {
      this.statement = statement;
    }

    void move(Connection connection, String place) throws SQLException {
      if (this == SET_SCHEMA) {
        connection.setSchema(place);
      } else {
        try (Statement moving = connection.createStatement()) {
          moving.execute(statement.formatted(place));
        }
      }
    }
  }

  /** How messages are received. */
  @SuppressWarnings("ImmutableEnumChecker") // none of them keeps anything
  private enum Protocol {
    XA(SmallWorld::new),
    ACK_AFTER_COMMIT(SmallWorld::local),
    STORE_FIRST(SmallWorld::local);

    private final Supplier<SmallWorld> world;

    Protocol(Supplier<SmallWorld> world) {
      this.world = world;
    }
  }

  static Stream<Arguments> moves() {
    return Stream.of(Protocol.values())
        .flatMap(
            protocol ->
                Stream.of(Way.values())
                    .flatMap(
                        way ->
                            Stream.of("elsewhere", "nowhere")
                                .map(place -> Arguments.of(protocol, way, place))));
  }

  /** One schema has another Semel's tables, the other has none; each has a role of its name. */
  @BeforeAll
  static void thereIsAnotherSemelInTheSameDatabase() throws IOException {
    Flyway.configure()
        .dataSource(SERVER.postgres().owner())
        .locations("classpath:org/semel/postgresql/migrations")
        .schemas("elsewhere")
        .load()
        .migrate();
    String grants =
        Files.readString(Path.of("src/main/resources/org/semel/postgresql/rights.sql"))
            .replaceAll("(?s)^.*?(?=\nGRANT)", "");
    Function<String, String> granted = role -> grants.replace(":\"role\"", role);
    SERVER
        .postgres()
        .execute(
            """
            CREATE TABLE moved_effect (queue text, key text);
            GRANT ALL ON moved_effect TO PUBLIC;
            CREATE ROLE elsewhere ROLE semel;
            CREATE ROLE nowhere ROLE semel;
            CREATE SCHEMA nowhere;
            GRANT USAGE ON SCHEMA elsewhere, nowhere TO semel, elsewhere, nowhere;
            """
                + granted.apply("elsewhere")
                + granted.apply("nowhere")
                + "SET search_path TO elsewhere;"
                + granted.apply("elsewhere")
                + granted.apply("semel"));
  }

  @AfterAll
  static void theOtherOneGoes() {
    SERVER
        .postgres()
        .execute(
            """
            DROP SCHEMA elsewhere CASCADE;
            DROP SCHEMA nowhere;
            DROP OWNED BY elsewhere, nowhere;
            DROP ROLE elsewhere;
            DROP ROLE nowhere;
            DROP TABLE moved_effect;
            """);
  }

  @BeforeEach
  void aPoolIsOnlyOurs() throws SQLException {
    pool = SmallServer.pool(SERVER.postgres(), PostgresXADataSource.class);
  }

  @AfterEach
  void stop() {
    consumer.stop();
    pool.close();
  }

  @ParameterizedTest
  @MethodSource("moves")
  void anIdentityTakesEffectOnceWhereverABeanHasLedTheSession(
      Protocol protocol, Way way, String place) {
    world = protocol.world.get().over(pool);
    Handler bean = (message, identity) -> effect(identity, way, place);
    consumer =
        protocol == Protocol.STORE_FIRST
            ? world.storeFirst(world.policy(1, 50), bean)
            : world.consumer(world.policy(1, 50), bean);
    IntStream.range(0, IDENTITIES).forEach(i -> world.send("k" + i, "b"));
    consumer.start();
    await("all take effect").atMost(PATIENCE).until(() -> effects() == IDENTITIES);
    IntStream.range(0, IDENTITIES).forEach(i -> world.send("k" + i, "b"));
    world.send("last", "b");
    await("the last takes effect, or is held up")
        .atMost(PATIENCE)
        .until(() -> effects("last") > 0 || !world.interruptions.isEmpty());
    consumer.stop();
    assertThat(world.interruptions).isEmpty();
    assertThat(places).as("the session is still where it was led").last(STRING).contains(place);
    assertThat(effects()).isEqualTo(IDENTITIES + 1);
    assertThat(world.claims()).isEqualTo(IDENTITIES + 1);
    assertThat(world.count("elsewhere.semel_claim")).isZero();
  }

  private void effect(Identity identity, Way way, String place) throws SQLException {
    try (Connection connection = world.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      try (ResultSet session =
          statement.executeQuery("SELECT current_user || current_setting('search_path')")) {
        session.next();
        places.add(session.getString(1));
      }
      statement.execute(
          "INSERT INTO public.moved_effect VALUES ('%s', '%s')"
              .formatted(identity.consumer(), identity.key()));
      if (identity.key().equals("k" + (IDENTITIES - 1))) {
        way.move(connection, place);
      }
    }
  }

  private long effects() {
    return SERVER
        .postgres()
        .number("SELECT count(*) FROM moved_effect WHERE queue = ?", world.queue);
  }

  private long effects(String key) {
    return SERVER
        .postgres()
        .number("SELECT count(*) FROM moved_effect WHERE queue = ? AND key = ?", world.queue, key);
  }
}
