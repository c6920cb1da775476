// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import jakarta.json.Json;
import jakarta.json.JsonObjectBuilder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.semel.estate.ServerKind;

/** The cells of variants that were measured on each server in turn. */
final class PairedCells {

  private final Map<String, Map<ServerKind, List<Cell>>> cells = new LinkedHashMap<>();

  void add(ServerKind kind, Variant variant, Cell cell) {
    cells
        .computeIfAbsent(variant.name(), first -> new EnumMap<>(ServerKind.class))
        .computeIfAbsent(kind, first -> new ArrayList<>())
        .add(cell);
  }

  /** By variant and server, and for each variant by what one server's rate is more or less. */
  JsonObjectBuilder summary() {
    JsonObjectBuilder summary = Json.createObjectBuilder();
    cells.forEach(
        (variant, servers) -> {
          JsonObjectBuilder row = Json.createObjectBuilder();
          servers.forEach((kind, runs) -> row.add(kind.toString(), Results.variant(runs)));
          overWildFly(variant)
              .ifPresent(ratio -> row.add("liberty_over_wildfly", Results.series(ratio)));
          summary.add(variant, row);
        });
    return summary;
  }

  /** What Open Liberty reaches, as far as it was measured. */
  Map<Target, Series> targets() {
    Map<Target, Series> targets = new LinkedHashMap<>();
    overWildFly("xa50_direct").ifPresent(series -> targets.put(Target.LIBERTY, series));
    List<Cell> direct = of("xa50_direct", ServerKind.LIBERTY);
    List<Cell> bean = of("mdb", ServerKind.LIBERTY);
    if (!direct.isEmpty() && !bean.isEmpty()) {
      targets.put(Target.LIBERTY_OVER_MDB, Series.ratio(direct, bean));
    }
    return targets;
  }

  private Optional<Series> overWildFly(String variant) {
    List<Cell> these = of(variant, ServerKind.LIBERTY);
    List<Cell> those = of(variant, ServerKind.WILDFLY);
    return these.isEmpty() || those.isEmpty()
        ? Optional.empty()
        : Optional.of(Series.ratio(these, those));
  }

  private List<Cell> of(String variant, ServerKind kind) {
    return cells.getOrDefault(variant, Map.of()).getOrDefault(kind, List.of());
  }
}
