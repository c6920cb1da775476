// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All cells of a run, and what is computed from them. */
final class Results {

  private final Map<Variant, List<Cell>> cells = new LinkedHashMap<>();
  private final List<Double> relayed = new ArrayList<>();

  void add(Variant variant, Cell cell) {
    cells.computeIfAbsent(variant, first -> new ArrayList<>()).add(cell);
  }

  /** A run of the relay sent so many intents per second. */
  void addRelay(double perSecond) {
    relayed.add(perSecond);
  }

  /** The whole of it; every figure of every page comes from here. */
  JsonObject summary(Map<String, String> settings) {
    JsonObjectBuilder summary = Json.createObjectBuilder();
    for (Target target : Target.ALL) {
      ratio(target).ifPresent(series -> summary.add(target.key(), rounded(series.median())));
    }
    JsonObjectBuilder variants = Json.createObjectBuilder();
    cells.forEach((variant, runs) -> variants.add(variant.name(), variant(runs)));
    JsonObjectBuilder ratios = Json.createObjectBuilder();
    for (Target target : Target.ALL) {
      ratio(target)
          .ifPresent(
              series -> ratios.add(target.key(), series(series).add("target", target.least())));
    }
    JsonObjectBuilder with = Json.createObjectBuilder();
    settings.forEach(with::add);
    if (!relayed.isEmpty()) {
      Series sent = Series.of(relayed.stream().mapToDouble(Double::doubleValue).toArray());
      summary.add("relay_intents_per_second", series(sent).add("target", 3000));
    }
    return summary.add("ratios", ratios).add("variants", variants).add("settings", with).build();
  }

  private java.util.Optional<Series> ratio(Target target) {
    List<Cell> these = named(target.of());
    List<Cell> those = named(target.to());
    return these.isEmpty() || those.isEmpty()
        ? java.util.Optional.empty()
        : java.util.Optional.of(Series.ratio(these, those));
  }

  private List<Cell> named(String name) {
    return cells.entrySet().stream()
        .filter(entry -> entry.getKey().name().equals(name))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(List.of());
  }

  private static JsonObjectBuilder variant(List<Cell> runs) {
    return Json.createObjectBuilder()
        .add("runs", runs.size())
        .add("messages_per_second", series(Series.of(runs, Cell::perSecond)))
        .add("wal_bytes_per_message", rounded(Series.of(runs, Cell::walBytes).median()))
        .add("wal_syncs_per_message", rounded(Series.of(runs, Cell::walSyncs).median()));
  }

  private static JsonObjectBuilder series(Series series) {
    return Json.createObjectBuilder()
        .add("median", rounded(series.median()))
        .add("min", rounded(series.least()))
        .add("max", rounded(series.most()));
  }

  private static double rounded(double value) {
    double unit = value >= 1000 ? 1 : value >= 10 ? 0.1 : 0.001;
    return Math.round(value / unit) * unit == 0 ? 0 : Math.round(value / unit) / (1 / unit);
  }
}
