// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.semel.estate.ServerKind;

/**
 * Runs the main variants on each server in turn. All servers are up; each cell of the one is
 * followed by the same cell of the other, there and back again.
 */
final class ServerRaces {

  private static final int ROUNDS = 3;
  private static final int FULL_ROUNDS = 6;

  private static final List<Variant> MAIN =
      List.of(
          Variant.named("stock"),
          Variant.named("mdb"),
          Variant.named("xa1_direct"),
          Variant.named("xa50_direct"),
          Variant.named("xa50_managed"),
          Variant.named("ack50"));

  private final Map<ServerKind, Track> tracks = new EnumMap<>(ServerKind.class);
  private final Scope scope;
  private final Results results;
  private final PrintStream out;

  ServerRaces(Map<ServerKind, Estate> estates, Scope scope, Results results, PrintStream out) {
    estates.forEach((kind, estate) -> tracks.put(kind, new Track(estate)));
    this.scope = scope;
    this.results = results;
    this.out = out;
  }

  void run() {
    out.printf("%nThe main variants on each server in turn.%n%n");
    warmUp();
    int rounds = scope.full() ? FULL_ROUNDS : scope.smoke() ? 1 : ROUNDS;
    for (int round = 1; round <= rounds; round++) {
      for (Variant variant : order(MAIN, round)) {
        for (ServerKind kind : order(List.copyOf(tracks.keySet()), round)) {
          if (scope.variants().contains(variant)) {
            Cell cell = tracks.get(kind).run(variant, scope.smoke() ? Races.SMOKE : 1);
            results.add(kind, variant, cell);
            show(round + " of " + rounds, kind, variant, cell);
          }
        }
      }
    }
  }

  /** As {@link Races} does, alike for all, though the first server may be warm already. */
  private void warmUp() {
    if (scope.smoke()) {
      return;
    }
    for (int time = 0; time < Races.TIMES; time++) {
      warmUp(Variant.named(Races.FIRST), 1);
    }
    MAIN.forEach(variant -> warmUp(variant, Races.WARM_UP));
  }

  private void warmUp(Variant variant, double share) {
    if (scope.variants().contains(variant)) {
      tracks.forEach((kind, track) -> show("warm-up", kind, variant, track.run(variant, share)));
    }
  }

  private static <T> List<T> order(List<T> all, int round) {
    List<T> order = new ArrayList<>(all);
    if (round % 2 == 0) {
      Collections.reverse(order);
    }
    return order;
  }

  private void show(String round, ServerKind kind, Variant variant, Cell cell) {
    out.printf(
        "%-8s %-8s %-14s %,8.0f messages/s, each %,6.0f WAL bytes, %.3f WAL syncs, %,6.0f us of server and broker, %,5.0f us of the database%n",
        round,
        kind,
        variant.name(),
        cell.perSecond(),
        cell.walBytes(),
        cell.walSyncs(),
        cell.serverTime(),
        cell.databaseTime());
  }
}
