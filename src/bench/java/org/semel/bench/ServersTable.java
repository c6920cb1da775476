// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import jakarta.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page's section on both servers, made from the summary and nothing else. */
final class ServersTable {

  private static final String HEAD =
      """
      | variant | WildFly, messages/s, median | min | max | Open Liberty, messages/s, median | min | max | Open Liberty over WildFly | min | max | µs of the processors, WildFly | the same, Open Liberty |
      | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
      """;

  /** In place of a figure with its spread. */
  private static final List<String> NONE = List.of("", "", "");

  private static final List<String> SERVERS = List.of("wildfly", "liberty");

  private final JsonObject summary;

  ServersTable(JsonObject summary) {
    this.summary = summary;
  }

  String markdown() {
    List<String> rows =
        summary.containsKey("servers")
            ? summary.getJsonObject("servers").entrySet().stream()
                .map(entry -> row(entry.getKey(), entry.getValue().asJsonObject()))
                .toList()
            : List.of();
    return PageText.SERVERS
        + (rows.isEmpty()
            ? "Not measured yet.\n"
            : HEAD + rows.stream().collect(Collectors.joining("\n", "", "\n")));
  }

  private static String row(String variant, JsonObject row) {
    List<String> cells = new ArrayList<>(List.of("`" + variant + "`"));
    for (String server : SERVERS) {
      cells.addAll(
          row.containsKey(server)
              ? spread(row.getJsonObject(server).getJsonObject("messages_per_second"))
              : NONE);
    }
    cells.addAll(
        row.containsKey("liberty_over_wildfly")
            ? spread(row.getJsonObject("liberty_over_wildfly"))
            : NONE);
    for (String server : SERVERS) {
      cells.add(row.containsKey(server) ? processors(row.getJsonObject(server)) : "");
    }
    return cells.stream()
        .map(cell -> cell.isEmpty() ? " |" : " " + cell + " |")
        .collect(Collectors.joining("", "|", ""));
  }

  /** Microseconds for a message, and what share of all processors that is at the median rate. */
  private static String processors(JsonObject cell) {
    double micros = Page.micros(cell);
    double rate = cell.getJsonObject("messages_per_second").getJsonNumber("median").doubleValue();
    double there = Runtime.getRuntime().availableProcessors() * 1e6;
    return "%.0f (%.0f %%)".formatted(micros, 100 * micros * rate / there);
  }

  private static List<String> spread(JsonObject series) {
    return Stream.of("median", "min", "max").map(name -> series.get(name).toString()).toList();
  }
}
