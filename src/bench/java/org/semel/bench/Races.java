// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.semel.bench.Scope.Extent;
import org.semel.bench.Variant.Turn;

/** Runs all variants in turn, there and back again. */
final class Races {

  private static final int ROUNDS = 3;
  private static final int FULL_ROUNDS = 6;

  /** The batched receiver warms up what all of Semel's share, until it gets no faster. */
  static final String FIRST = "xa50_direct";

  static final int TIMES = 6;
  static final double WARM_UP = 0.5;
  static final double SMOKE = 0.25;

  private final Track track;
  private final Scope scope;
  private final Results results;
  private final PrintStream out;

  Races(Estate estate, Scope scope, Results results, PrintStream out) {
    this.track = new Track(estate);
    this.scope = scope;
    this.results = results;
    this.out = out;
  }

  void run() {
    out.printf("%nEach line is one cell: the variant over a queue filled before.%n%n");
    warmUp();
    int rounds = scope.full() ? FULL_ROUNDS : scope.smoke() ? 1 : ROUNDS;
    double share = scope.smoke() ? SMOKE : 1;
    for (int round = 1; round <= rounds; round++) {
      for (Variant variant : order(round)) {
        Cell cell = track.run(variant, share);
        results.add(variant, cell);
        show(round + " of " + rounds, variant, cell);
      }
    }
  }

  private void warmUp() {
    if (scope.smoke()) {
      return;
    }
    for (int time = 0; time < TIMES && scope.variants().contains(Variant.named(FIRST)); time++) {
      show("warm-up", Variant.named(FIRST), track.run(Variant.named(FIRST), 1));
    }
    scope.variants().stream()
        .filter(one -> one.turn() == Turn.EVERY || scope.full())
        .forEach(one -> show("warm-up", one, track.run(one, WARM_UP)));
  }

  private List<Variant> order(int round) {
    List<Variant> order =
        new ArrayList<>(
            scope.variants().stream()
                .filter(one -> one.runsIn(round, !scope.extent().equals(Extent.DEFAULT)))
                .toList());
    if (round % 2 == 0) {
      Collections.reverse(order);
    }
    return order;
  }

  private void show(String round, Variant variant, Cell cell) {
    out.printf(
        "%-8s %-26s %,8.0f messages/s, each %,6.0f WAL bytes, %.3f WAL syncs, %,6.0f us of the server, %,5.0f us of the database%n",
        round,
        variant.name(),
        cell.perSecond(),
        cell.walBytes(),
        cell.walSyncs(),
        cell.serverTime(),
        cell.databaseTime());
  }
}
