// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import java.util.List;
import java.util.function.Function;

/** The page of a run, made from its summary and nothing else. */
final class Page {

  private final JsonObject summary;
  private final StringBuilder page = new StringBuilder(PageText.HEAD);

  Page(JsonObject summary) {
    this.summary = summary;
  }

  String markdown() {
    table(
        "variants",
        "| variant | messages/s, median | min | max | WAL bytes | WAL syncs | µs of the server | µs of the database |",
        Page::variant);
    page.append(PageText.PLOT);
    table(
        "targets",
        "| figure | median | min | max | meant to be | reached | meaning |",
        Page::target);
    page.append(new ServersTable(summary).markdown());
    page.append(PageText.COUNTS);
    rows(
        "counts",
        "| variant | round trips to the database | XA transactions | forced writes of PostgreSQL | forced writes, all | bytes allocated |",
        Page::count);
    page.append(PageText.LATENCIES);
    rows("latencies", "| batch | load | messages/s | p50, ms | p95, ms | p99, ms |", Page::latency);
    where();
    page.append(PageText.FAILED);
    page.append("\n## Settings\n\n");
    summary
        .getJsonObject("settings")
        .forEach(
            (name, value) ->
                page.append("* %s: %s%n".formatted(name, ((JsonString) value).getString())));
    return page.toString();
  }

  /** Nothing, unless all three were measured. */
  private void where() {
    JsonObject variants = summary.getJsonObject("variants");
    if (!variants.keySet().containsAll(List.of("xa50_direct", "ack50", "natural50_direct"))) {
      return;
    }
    double all = micros(variants.getJsonObject("xa50_direct"));
    JsonObject rate = variants.getJsonObject("xa50_direct").getJsonObject("messages_per_second");
    double there =
        Runtime.getRuntime().availableProcessors()
            * 1e6
            / rate.getJsonNumber("median").doubleValue();
    page.append(
        PageText.WHERE.formatted(
            all,
            there,
            all - micros(variants.getJsonObject("ack50")),
            all - micros(variants.getJsonObject("natural50_direct"))));
  }

  static double micros(JsonObject variant) {
    return variant.getJsonNumber("server_micros_per_message").doubleValue()
        + variant.getJsonNumber("database_micros_per_message").doubleValue();
  }

  /** How a row looks that has a name. */
  @FunctionalInterface
  private interface Named {
    String row(String name, JsonObject of);
  }

  private void table(String key, String head, Named row) {
    begin(head);
    summary
        .getJsonObject(key)
        .forEach((name, value) -> page.append(row.row(name, value.asJsonObject())).append('\n'));
  }

  private void rows(String key, String head, Function<JsonObject, String> row) {
    begin(head);
    summary
        .getJsonArray(key)
        .forEach(value -> page.append(row.apply(value.asJsonObject())).append('\n'));
  }

  private void begin(String head) {
    long columns = head.chars().filter(c -> c == '|').count() - 1;
    page.append(head).append("\n| --- |").append(" ---: |".repeat((int) columns - 1)).append('\n');
  }

  private static String variant(String name, JsonObject variant) {
    JsonObject rate = variant.getJsonObject("messages_per_second");
    return "| `%s` | %s | %s | %s | %s | %s | %s | %s |"
        .formatted(
            name,
            rate.get("median"),
            rate.get("min"),
            rate.get("max"),
            variant.get("wal_bytes_per_message"),
            variant.get("wal_syncs_per_message"),
            variant.get("server_micros_per_message"),
            variant.get("database_micros_per_message"));
  }

  private static String target(String name, JsonObject target) {
    return "| `%s` | %s | %s | %s | %s %s | %s | %s |"
        .formatted(
            name,
            target.get("median"),
            target.get("min"),
            target.get("max"),
            target.getString("bound"),
            target.get("limit"),
            target.getBoolean("reached") ? "yes" : "**no**",
            target.getString("meaning"));
  }

  private static String count(JsonObject count) {
    return "| `%s` | %s | %s | %s | %s | %s |"
        .formatted(
            count.getString("variant"),
            count.get("round_trips"),
            count.get("transactions"),
            count.get("forced_writes_database"),
            count.get("forced_writes"),
            count.get("allocated_bytes"));
  }

  private static String latency(JsonObject latency) {
    return "| %s | %d %% | %d | %.1f | %.1f | %.1f |"
        .formatted(
            latency.getString("receiver").equals("direct1") ? "N=1" : "N=50",
            latency.getInt("percent"),
            latency.getInt("per_second"),
            latency.getInt("p50_micros") / 1e3,
            latency.getInt("p95_micros") / 1e3,
            latency.getInt("p99_micros") / 1e3);
  }
}
