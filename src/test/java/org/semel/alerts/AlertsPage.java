// SPDX-License-Identifier: Apache-2.0
package org.semel.alerts;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.semel.estate.ServerKind;

/**
 * The table of {@code docs/alerts.md}: each alert, its fault, and what the servers showed when the
 * tests ran last. What no later run has seen stays as an earlier one wrote it.
 */
final class AlertsPage {

  private static final String HEAD =
      "| alert | severity | its fault in the test | what it moves | above | %s |%n| --- | --- | --- | --- | ---: |%s%n"
          .formatted(everyServer(ServerKind::product), " --- |".repeat(ServerKind.values().length));

  private static final String NOT_RUN = "not run";
  private static final int OUTCOMES = 6;

  private final String page;
  private final Map<ServerKind, AlertRecord> records = new EnumMap<>(ServerKind.class);

  /** As it stands in {@code page}. */
  AlertsPage(String page) {
    this.page = page;
  }

  private static String everyServer(Function<ServerKind, String> word) {
    return Arrays.stream(ServerKind.values()).map(word).collect(Collectors.joining(" | "));
  }

  /** With what this run has seen. */
  AlertsPage with(ServerKind server, AlertRecord record) {
    records.put(server, record);
    return this;
  }

  String table() {
    StringBuilder table = new StringBuilder(HEAD);
    for (AlertFault fault : AlertFault.values()) {
      fault.series().forEach(series -> table.append(row(fault, series)));
    }
    return table.toString();
  }

  private String row(AlertFault fault, String series) {
    AlertRule rule = fault.rule();
    String outcomes = everyServer(server -> outcome(server, fault, series));
    return "| [%s](../%s) | %s | %s | `%s` | %s | %s |%n"
        .formatted(
            rule.name(),
            rule.runbook(),
            rule.severity(),
            fault.words(),
            series,
            Decimal.of(fault.threshold()),
            outcomes);
  }

  private String outcome(ServerKind server, AlertFault fault, String series) {
    return Optional.ofNullable(records.get(server))
        .flatMap(record -> outcome(record, fault, series))
        .orElseGet(() -> earlier(server, series));
  }

  private static Optional<String> outcome(AlertRecord record, AlertFault fault, String series) {
    return record
        .figures(fault, series)
        .map(
            figures -> figures + (record.hasFired(fault) ? "; fired, resolved" : "; rule not run"));
  }

  private String earlier(ServerKind server, String series) {
    return page.lines()
        .filter(line -> line.contains("| `" + series + "` |"))
        .map(line -> line.split(" *\\| *", -1))
        .filter(cells -> cells.length > OUTCOMES + ServerKind.values().length)
        .map(cells -> cells[OUTCOMES + List.of(ServerKind.values()).indexOf(server)])
        .findFirst()
        .orElse(NOT_RUN);
  }

  /** Without anything that a run decides. */
  static String withoutOutcomes(String page) {
    UnaryOperator<String> cut =
        line -> {
          List<String> cells = List.of(line.split("(?<= \\|)", -1));
          return cells.size() < OUTCOMES ? line : String.join("", cells.subList(0, OUTCOMES - 1));
        };
    return page.lines().map(cut).collect(Collectors.joining("\n"));
  }
}
