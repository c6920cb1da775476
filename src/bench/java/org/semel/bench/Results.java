// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.semel.bench.Target.Ratio;
import org.semel.estate.ServerKind;

/** All that a run has measured, and what is computed from it. */
final class Results {

  private final Map<String, List<Cell>> cells = new LinkedHashMap<>();
  private final Map<Target, Series> figures = new LinkedHashMap<>();
  private final List<Latency> latencies = new ArrayList<>();
  private final List<Count> counts = new ArrayList<>();
  private final PairedCells pairs = new PairedCells();

  void add(Variant variant, Cell cell) {
    cells.computeIfAbsent(variant.name(), first -> new ArrayList<>()).add(cell);
  }

  void add(ServerKind kind, Variant variant, Cell cell) {
    pairs.add(kind, variant, cell);
  }

  void add(Target target, Series figure) {
    figures.put(target, figure);
  }

  void add(Latency latency) {
    latencies.add(latency);
  }

  void add(Count count) {
    counts.add(count);
  }

  /** The median rate of a variant that was measured. */
  double rate(String variant) {
    return Series.of(cells.get(variant), Cell::perSecond).median();
  }

  /** The whole of it; every figure of every page comes from here. */
  JsonObject summary(Map<String, String> settings) {
    JsonObjectBuilder summary = Json.createObjectBuilder();
    Map<Target, Series> reached = targets();
    reached.forEach((target, series) -> summary.add(target.key(), rounded(series.median())));
    JsonObjectBuilder targets = Json.createObjectBuilder();
    reached.forEach((target, series) -> targets.add(target.key(), figure(target, series)));
    JsonObjectBuilder variants = Json.createObjectBuilder();
    cells.forEach((variant, runs) -> variants.add(variant, variant(runs)));
    JsonArrayBuilder delays = Json.createArrayBuilder();
    latencies.forEach(latency -> delays.add(latency(latency)));
    JsonArrayBuilder counted = Json.createArrayBuilder();
    counts.forEach(count -> counted.add(count(count)));
    JsonObjectBuilder with = Json.createObjectBuilder();
    settings.forEach(with::add);
    return summary
        .add("targets", targets)
        .add("variants", variants)
        .add("servers", pairs.summary())
        .add("latencies", delays)
        .add("counts", counted)
        .add("settings", with)
        .build();
  }

  /** The summary of a run before, with what has been measured since. */
  JsonObject joining(JsonObject before) {
    JsonObjectBuilder summary = Json.createObjectBuilder(before);
    JsonObjectBuilder targets = Json.createObjectBuilder(before.getJsonObject("targets"));
    figures.forEach(
        (target, series) -> {
          summary.add(target.key(), rounded(series.median()));
          targets.add(target.key(), figure(target, series));
        });
    return summary.add("targets", targets).build();
  }

  private Map<Target, Series> targets() {
    Map<Target, Series> targets = new LinkedHashMap<>();
    for (Ratio ratio : Target.RATIOS) {
      ratio(ratio.of(), ratio.to()).ifPresent(series -> targets.put(ratio.target(), series));
    }
    ratio("xa50_direct", "natural50_direct")
        .ifPresent(series -> targets.put(Target.CLAIM_PRICE, series.missingToOne()));
    targets.putAll(pairs.targets());
    targets.putAll(figures);
    return targets;
  }

  private Optional<Series> ratio(String of, String to) {
    List<Cell> these = cells.getOrDefault(of, List.of());
    List<Cell> those = cells.getOrDefault(to, List.of());
    return these.isEmpty() || those.isEmpty()
        ? Optional.empty()
        : Optional.of(Series.ratio(these, those));
  }

  private static JsonObjectBuilder figure(Target target, Series series) {
    return series(series)
        .add("limit", target.limit())
        .add("bound", target.bound().words)
        .add("reached", target.reached(series.median()))
        .add("meaning", target.meaning());
  }

  static JsonObjectBuilder variant(List<Cell> runs) {
    return Json.createObjectBuilder()
        .add("runs", runs.size())
        .add("messages_per_second", series(Series.of(runs, Cell::perSecond)))
        .add("wal_bytes_per_message", rounded(Series.of(runs, Cell::walBytes).median()))
        .add("wal_syncs_per_message", rounded(Series.of(runs, Cell::walSyncs).median()))
        .add("server_micros_per_message", rounded(Series.of(runs, Cell::serverTime).median()))
        .add("database_micros_per_message", rounded(Series.of(runs, Cell::databaseTime).median()));
  }

  private static JsonObjectBuilder latency(Latency latency) {
    return Json.createObjectBuilder()
        .add("receiver", latency.receiver())
        .add("percent", latency.percent())
        .add("per_second", latency.perSecond())
        .add("p50_micros", latency.micros().p50())
        .add("p95_micros", latency.micros().p95())
        .add("p99_micros", latency.micros().p99());
  }

  private static JsonObjectBuilder count(Count count) {
    return Json.createObjectBuilder()
        .add("variant", count.variant())
        .add("round_trips", rounded(count.roundTrips()))
        .add("transactions", rounded(count.transactions()))
        .add("forced_writes_database", rounded(count.forced().database()))
        .add("forced_writes", rounded(count.forced().all()))
        .add("allocated_bytes", rounded(count.allocated()));
  }

  static JsonObjectBuilder series(Series series) {
    return Json.createObjectBuilder()
        .add("median", rounded(series.median()))
        .add("min", rounded(series.least()))
        .add("max", rounded(series.most()));
  }

  private static double rounded(double value) {
    double perUnit = value >= 1000 ? 1 : value >= 10 ? 10 : 1000;
    return Math.round(value * perUnit) / perUnit;
  }
}
