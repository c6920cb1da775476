// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * All rows of an application's own tables.
 *
 * @param tables for each table its columns, and the value of each row in each
 */
record Rows(Map<String, Map<String, List<String>>> tables) {

  /** Semel's tables that have rows of messages, and not of nodes. */
  static final Set<String> OF_A_MESSAGE =
      Set.of(
          "semel_claim",
          "semel_window",
          "semel_intent",
          "semel_inbox",
          "semel_step",
          "semel_version",
          "semel_held",
          "semel_parked");

  /** As {@link #columns} shows a column that holds no value. */
  private static final String NULL = "null";

  private static final String TABLES =
      """
      SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
        AND table_name NOT LIKE 'semel\\_%' AND table_name <> 'flyway_schema_history'
      ORDER BY 1
      """;

  /** What there is now. */
  static Rows in(DataSource database) throws SQLException {
    Map<String, Map<String, List<String>>> tables = new TreeMap<>();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      List<String> names = new ArrayList<>();
      try (ResultSet found = statement.executeQuery(TABLES)) {
        while (found.next()) {
          names.add(found.getString(1));
        }
      }
      for (String name : names) {
        try (ResultSet rows = statement.executeQuery("SELECT * FROM " + name)) {
          tables.put(name, columns(rows));
        }
      }
    }
    return new Rows(tables);
  }

  private static Map<String, List<String>> columns(ResultSet rows) throws SQLException {
    Map<String, List<String>> columns = new LinkedHashMap<>();
    int count = rows.getMetaData().getColumnCount();
    for (int i = 1; i <= count; i++) {
      columns.put(rows.getMetaData().getColumnName(i), new ArrayList<>());
    }
    while (rows.next()) {
      int i = 1;
      for (List<String> column : columns.values()) {
        column.add(String.valueOf(rows.getString(i++)));
      }
    }
    return columns;
  }

  /**
   * What has changed since {@code before}: for each table the rows that have come, those that have
   * gone, and by how much the sum of each column of numbers is another one. A number that each run
   * adds to is another number after each run, and its sum has changed by the same.
   */
  Rows since(Rows before) {
    Map<String, Map<String, List<String>>> changes = new TreeMap<>();
    tables.forEach(
        (table, columns) -> {
          Map<String, List<String>> earlier = before.tables.getOrDefault(table, Map.of());
          changes.put(table, without(columns, earlier));
          changes.put(table + ", rows gone", without(earlier, columns));
          changes.put(table + ", sums", sums(columns, earlier));
        });
    return new Rows(changes);
  }

  private static Map<String, List<String>> without(
      Map<String, List<String>> columns, Map<String, List<String>> others) {
    Map<List<String>, Integer> known = new HashMap<>();
    rows(others).forEach(row -> known.merge(row, 1, Integer::sum));
    Map<String, List<String>> left = new LinkedHashMap<>();
    columns.keySet().forEach(column -> left.put(column, new ArrayList<>()));
    for (List<String> row : rows(columns)) {
      if (known.merge(row, -1, Integer::sum) < 0) {
        Iterator<String> values = row.iterator();
        left.values().forEach(column -> column.add(values.next()));
      }
    }
    return left;
  }

  private static List<List<String>> rows(Map<String, List<String>> columns) {
    List<List<String>> rows = new ArrayList<>();
    int count = columns.values().stream().mapToInt(List::size).max().orElse(0);
    for (int i = 0; i < count; i++) {
      int row = i;
      rows.add(columns.values().stream().map(column -> column.get(row)).toList());
    }
    return rows;
  }

  /** One row, with what each sum has changed by; columns that hold no numbers are left out. */
  private static Map<String, List<String>> sums(
      Map<String, List<String>> columns, Map<String, List<String>> earlier) {
    Map<String, List<String>> sums = new LinkedHashMap<>();
    columns.forEach(
        (column, values) ->
            sum(values)
                .flatMap(now -> sum(earlier.getOrDefault(column, List.of())).map(now::subtract))
                .ifPresent(change -> sums.put(column, List.of(change.toPlainString()))));
    return sums;
  }

  private static Optional<BigDecimal> sum(List<String> values) {
    try {
      return Optional.of(
          values.stream()
              .filter(value -> !value.equals(NULL))
              .map(BigDecimal::new)
              .reduce(BigDecimal.ZERO, BigDecimal::add));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * The columns that two runs without faults fill differently, as {@code table.column}: numbers of
   * a sequence, times, random values. No comparison can say more of them.
   */
  Set<String> volatileBeside(Rows other) {
    Set<String> differing = new TreeSet<>();
    tables.forEach(
        (table, columns) ->
            columns.forEach(
                (column, values) -> {
                  List<String> others =
                      other.tables.getOrDefault(table, Map.of()).getOrDefault(column, List.of());
                  if (values.size() == others.size()
                      && !values.stream()
                          .sorted()
                          .toList()
                          .equals(others.stream().sorted().toList())) {
                    differing.add(table + "." + column);
                  }
                }));
    return differing;
  }

  /**
   * How {@code found} differs from these.
   *
   * @param ignored columns that say nothing
   */
  List<Difference> differences(Rows found, Set<String> ignored) {
    List<Difference> all = new ArrayList<>();
    for (String table : tables.keySet()) {
      all.addAll(Difference.between(table, lines(table, ignored), found.lines(table, ignored)));
    }
    return all;
  }

  private List<String> lines(String table, Set<String> ignored) {
    Map<String, List<String>> columns = new LinkedHashMap<>(tables.getOrDefault(table, Map.of()));
    int rows = columns.values().stream().mapToInt(List::size).max().orElse(0);
    columns.keySet().removeIf(column -> ignored.contains(table + "." + column));
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      int row = i;
      lines.add(
          columns.entrySet().stream()
              .map(column -> column.getKey() + "=" + column.getValue().get(row))
              .collect(Collectors.joining(", ")));
    }
    return lines;
  }
}
