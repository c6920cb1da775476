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
import java.util.Map;
import org.apache.camel.builder.RouteBuilder;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;
import org.semel.estate.Postgres;
import org.semel.small.SmallServer;

/** Semel's scripts beside an application's own, by Flyway, as docs/first-war.md says. */
class FlywayTest {

  private static final Postgres POSTGRES = SmallServer.shared().postgres();
  private static final String SCRIPTS = "org/semel/postgresql/migrations";
  private static final List<String> BOTH = List.of("orders", "semel_claim");

  @TempDir private Path scripts;

  @BeforeEach
  void anApplicationHasScriptsOfItsOwn() throws IOException {
    POSTGRES.execute("CREATE DATABASE flyway");
    Files.writeString(scripts.resolve("V1__orders.sql"), "CREATE TABLE orders (id bigint)");
  }

  @AfterEach
  void itsDatabaseGoes() {
    POSTGRES.execute("DROP DATABASE flyway WITH (FORCE)");
  }

  @Test
  void semelsHistoryStandsBesideThatOfTheApplicationWhicheverComesFirst() throws SQLException {
    assertThat(ran(own())).isOne();
    assertThat(ran(second(semels()))).isOne();
    assertThat(tables("public")).containsAll(BOTH);

    execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    assertThat(ran(semels())).isOne();
    assertThat(ran(second(own()))).isOne();
    assertThat(tables("public")).containsAll(BOTH);
  }

  @Test
  void eachHistoryMayRunAgainAndGoesOnByItself() throws IOException, SQLException {
    ran(own());
    ran(second(semels()));
    assertThat(ran(own())).isZero();
    assertThat(ran(second(semels()))).isZero();
    Files.writeString(scripts.resolve("V2__more.sql"), "CREATE TABLE more (id bigint)");
    assertThat(ran(own())).isOne();
    assertThat(ran(second(semels()))).isZero();
    own().load().validate();
    second(semels()).load().validate();
    assertThat(tables("public")).contains("more");
  }

  /** Why docs/first-war.md gives them two. */
  @Test
  void oneHistoryTakesNoTwoScriptsOfOneVersion() {
    FluentConfiguration one = flyway().locations("filesystem:" + scripts, "classpath:" + SCRIPTS);
    assertThatThrownBy(() -> ran(one))
        .isInstanceOf(FlywayException.class)
        .hasMessageContaining("more than one migration with version 1");
  }

  /** Why docs/first-war.md sets the version of the baseline. */
  @Test
  void aBaselineOfVersionOneSkipsTheScript() throws SQLException {
    ran(own());
    assertThat(ran(semels().baselineOnMigrate(true))).isZero();
    assertThat(tables("public")).doesNotContain("semel_claim");
  }

  @Test
  void inASchemaOfTheUsersChoiceTheyNeedNoBaseline() throws SQLException {
    ran(own());
    assertThat(ran(semels().defaultSchema("Reliable inbox"))).isOne();
    assertThat(ran(semels().defaultSchema("Reliable inbox"))).isZero();
    assertThat(tables("public")).contains("orders").doesNotContain("semel_claim");
    assertThat(tables("Reliable inbox")).contains("semel_claim", "semel_history");
  }

  @Test
  void whereTheTablesAreTheScriptStopsAtItsFirstStatement() throws SQLException {
    ran(semels());
    FluentConfiguration elsewhere = second(semels()).table("another_history");
    assertThatThrownBy(() -> ran(elsewhere))
        .hasMessageContaining("\"semel_schema\" already exists");
    assertThat(tables("public")).contains("semel_destination");
  }

  @Test
  void theRightsMayBeGivenAgainInWhicheverSchemaTheTablesLie() throws IOException, SQLException {
    ran(semels().defaultSchema("Reliable inbox"));
    String rights = "SET search_path TO \"Reliable inbox\"; " + rights("flyway_role");
    execute(rights);
    execute(rights);
    try (Connection connection = database("flyway_role").getConnection();
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.execute("SELECT 1 FROM \"Reliable inbox\".semel_claim"))
          .as("rights.sql grants no schema; its owner does")
          .hasMessageContaining("permission denied for schema");
      execute("GRANT USAGE ON SCHEMA \"Reliable inbox\" TO flyway_role");
      statement.execute("SELECT 1 FROM \"Reliable inbox\".semel_claim");
    } finally {
      execute("DROP OWNED BY flyway_role; DROP ROLE flyway_role");
    }
  }

  @Test
  void aConsumerWorksInASchemaOfTheUsersChoice() throws IOException {
    ran(semels().dataSource(POSTGRES.owner()).defaultSchema("Reliable inbox"));
    POSTGRES.execute(
        "SET search_path TO \"Reliable inbox\"; "
            + rights(Postgres.ROLE)
            + "; GRANT USAGE ON SCHEMA \"Reliable inbox\" TO "
            + Postgres.ROLE);
    try (SmallEstate estate = new SmallEstate()) {
      estate.with("semel.schema", "Reliable inbox").consumer("identity", "property:key");
      estate.start(
          new RouteBuilder() {
            @Override
            public void configure() {
              from("inbox:" + estate.name).to("intent:flyway");
            }
          });
      estate.send("1", "a");
      await("its claim").until(() -> estate.count("\"Reliable inbox\".semel_claim", "true") == 1);
      assertThat(estate.count("\"Reliable inbox\".semel_intent", "true")).isOne();
      assertThat(estate.count("public.semel_claim", "true")).isZero();
    } finally {
      POSTGRES.execute("DROP SCHEMA \"Reliable inbox\" CASCADE");
    }
  }

  private static int ran(FluentConfiguration flyway) {
    return flyway.load().migrate().migrationsExecuted;
  }

  /** The second history in one schema. */
  private static FluentConfiguration second(FluentConfiguration flyway) {
    return flyway.baselineOnMigrate(true).baselineVersion("0");
  }

  private FluentConfiguration own() {
    return flyway().locations("filesystem:" + scripts);
  }

  private static FluentConfiguration semels() {
    return flyway().table("semel_history").locations("classpath:" + SCRIPTS);
  }

  private static FluentConfiguration flyway() {
    return Flyway.configure().dataSource(database("postgres"));
  }

  private static PGSimpleDataSource database(String role) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(POSTGRES.jdbcUrl());
    source.setDatabaseName("flyway");
    source.setUser(role);
    source.setPassword(Postgres.PASSWORD);
    return source;
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = database("postgres").getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static List<String> tables(String schema) throws SQLException {
    List<String> tables = new ArrayList<>();
    try (Connection connection = database("postgres").getConnection();
        ResultSet rows =
            connection.getMetaData().getTables(null, schema, "%", new String[] {"TABLE"})) {
      while (rows.next()) {
        tables.add(rows.getString("TABLE_NAME"));
      }
    }
    return tables;
  }

  /** As psql fills it in. */
  private static String rights(String role) throws IOException {
    String script = Files.readString(Path.of("src/main/resources/org/semel/postgresql/rights.sql"));
    for (Map.Entry<String, String> each :
        Map.of("role", role, "password", Postgres.PASSWORD).entrySet()) {
      script =
          script
              .replace(":\"" + each.getKey() + "\"", each.getValue())
              .replace(":'" + each.getKey() + "'", "'" + each.getValue() + "'");
    }
    return script;
  }
}
