// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.semel.internal.edge.postgresql.TableSchema.Nowhere;
import org.semel.internal.edge.postgresql.TableSchema.SchemaName;
import org.semel.internal.edge.postgresql.TableSchema.Several;
import org.semel.small.SmallServer;

/** Where Semel finds its tables, whatever the session has been led to. */
class TableSchemaTest {

  private static final String VERSION = "SELECT version FROM {schema}.semel_schema";

  private static final String IN_LITERAL =
      "SELECT count(*) FROM pg_class WHERE oid = '{schema}.semel_schema'::regclass";

  private final PGSimpleDataSource source =
      (PGSimpleDataSource) SmallServer.shared().postgres().owner();
  private String made = "schema_of_test";
  private Connection session;

  @BeforeEach
  void aSession() throws SQLException {
    session = source.getConnection();
  }

  @AfterEach
  void nothingStays() throws SQLException {
    session.close();
    SmallServer.shared().postgres().execute("DROP SCHEMA IF EXISTS " + quoted(made) + " CASCADE");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "Capitals",
        "with blanks",
        "double\"quote",
        "single'quote",
        "back\\slash",
        "what?",
        "{schema}.",
        "$user",
        "pünktlich.ένα"
      })
  void aSchemaOfAnyNameCanBeNamed(String name) {
    make(name, 7);
    Jdbc jdbc = new Jdbc(source, TableSchema.named(name));
    assertThat(jdbc.schema()).isInstanceOf(SchemaName.class);
    assertThat(number(jdbc, VERSION)).isEqualTo(7);
    assertThat(number(jdbc, IN_LITERAL)).isOne();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"first", "\"Second one\"", "\"with, comma and \"\"quotes\"\"\"", "FOLDED"})
  void withoutANameItIsTheFirstOnThePathOfANewSessionThatHasTheTables(String listed) {
    String name = listed.replaceAll("^\"|\"$", "").replace("\"\"", "\"");
    make(listed.startsWith("\"") ? name : name.toLowerCase(Locale.ROOT), 8);
    source.setCurrentSchema("pg_catalog, " + listed + ", public");
    assertThat(number(new Jdbc(source), VERSION)).isEqualTo(8);
  }

  @Test
  void aSessionThatWasLedWhereNoTablesAreIsNotAsked() throws SQLException {
    lead("pg_catalog");
    assertThat(number(moved(), VERSION)).isOne();
  }

  @Test
  void aPathThatOnlySessionsOfThePoolHaveIsAsked() throws SQLException {
    make(made, 9);
    source.setCurrentSchema("pg_catalog");
    session = source.getConnection();
    lead(made);
    assertThat(number(moved(), VERSION)).isEqualTo(9);
  }

  @Test
  void betweenTwoSemelsNobodyChooses() throws SQLException {
    make(made, 10);
    lead(made);
    assertThat(moved().schema()).isEqualTo(new Several(List.of("public", made)));
    assertThatThrownBy(() -> number(moved(), VERSION))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("3F000");
    assertThat(number(new Jdbc(SingleConnection.of(session), TableSchema.named("public")), VERSION))
        .isOne();
  }

  @Test
  void whatWasFoundIsNotSearchedAgain() throws SQLException {
    Jdbc jdbc = moved();
    assertThat(number(jdbc, VERSION)).isOne();
    make(made, 11);
    lead(made);
    assertThat(number(jdbc, VERSION)).isOne();
  }

  @Test
  void whatWasNotFoundIsSearchedAgain() {
    Jdbc jdbc = new Jdbc(source, TableSchema.named(made));
    assertThat(jdbc.schema()).isEqualTo(new Nowhere(Optional.of(made)));
    make(made, 12);
    assertThat(number(jdbc, VERSION)).isEqualTo(12);
  }

  private Jdbc moved() {
    return new Jdbc(SingleConnection.of(session));
  }

  private void lead(String path) throws SQLException {
    try (Statement statement = session.createStatement()) {
      statement.execute("SET search_path TO " + path);
    }
  }

  private void make(String name, int version) {
    made = name;
    String schema = quoted(name);
    SmallServer.shared().postgres().execute("CREATE SCHEMA " + schema);
    SmallServer.shared()
        .postgres()
        .execute("CREATE TABLE " + schema + ".semel_schema AS SELECT " + version + " AS version");
  }

  private static String quoted(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }

  private static int number(Jdbc jdbc, String sql) {
    return jdbc.query("ask", sql, binds -> {}, row -> row.getInt(1)).get(0);
  }
}
