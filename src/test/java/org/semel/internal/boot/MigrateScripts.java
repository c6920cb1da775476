// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.semel.estate.Postgres;

/**
 * The very scripts of {@code migrate}, less psql's own way of writing variables.
 *
 * @param variables by their names
 */
record MigrateScripts(Postgres postgres, Map<String, String> variables) {

  private static final Pattern LOCK_TIMEOUT = Pattern.compile("(?<=lock_timeout = ')\\d+s(?=')");

  /** Runs them in one session, as {@code psql -f … -f …} does. */
  void run(String... names) {
    execute(Stream.of(names).map(this::script).toList());
  }

  /** The same, of an owner with this search path. */
  void runIn(String searchPath, String name) {
    execute(List.of("SET search_path = " + searchPath, script(name)));
  }

  /** The same, of one that waits for locks for so long. */
  void runWithin(String lockTimeout, String name) {
    String script = script(name);
    String bounded = LOCK_TIMEOUT.matcher(script).replaceAll(lockTimeout);
    if (bounded.equals(script)) {
      throw new IllegalStateException(name + " waits without bound");
    }
    execute(List.of(bounded));
  }

  private void execute(List<String> scripts) {
    try (Connection connection = postgres.owner().getConnection();
        Statement statement = connection.createStatement()) {
      for (String script : scripts) {
        statement.execute(script);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The same, and the number that the last one asks for. */
  long number(String before, String asking) {
    try (Connection connection = postgres.owner().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(script(before));
      boolean rows = statement.execute(script(asking));
      while (!rows) {
        rows = statement.getMoreResults();
      }
      try (ResultSet row = statement.getResultSet()) {
        row.next();
        return row.getLong(1);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private String script(String name) {
    try {
      String script = Files.readString(Path.of("migrate", name));
      for (Map.Entry<String, String> each : variables.entrySet()) {
        script =
            script
                .replace(":'" + each.getKey() + "'", "'" + each.getValue() + "'")
                .replace(":\"" + each.getKey() + "\"", "\"" + each.getValue() + "\"");
      }
      return script;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
