// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.semel.estate.ServerKind;

/**
 * Measures what counting costs: two servers alike, each with a database of its own, the one with
 * its series on and read all the time. Each cell of the one is followed by the same cell of the
 * other, first this one, then that one, there and back again.
 */
final class MetricsBench {

  private static final List<String> ON =
      List.of("-Dsemel.metrics=on", "-Dsemel.metrics-access=open");

  private static final List<Variant> VARIANTS =
      List.of(Variant.named("xa50_direct"), Variant.named("xa1_direct"));

  private static final int ROUNDS = 10;

  private final boolean smoke;
  private final PrintStream out;

  MetricsBench(boolean smoke, PrintStream out) {
    this.smoke = smoke;
    this.out = out;
  }

  /** The lines of the table. */
  String run() {
    try (Estate without = Estate.timed(ServerKind.WILDFLY);
        Estate with = Estate.timed(ServerKind.WILDFLY, ON);
        Scraper scraper = new Scraper(with.server.appServer().httpPort())) {
      Track off = new Track(without);
      Track on = new Track(with);
      List<MetricsCell> rows = VARIANTS.stream().map(each -> pairs(each, off, on)).toList();
      out.printf("the series were read %d times%n", scraper.times());
      StringBuilder lines = new StringBuilder(MetricsCell.HEAD);
      rows.forEach(row -> lines.append(row.row()));
      return lines.toString();
    }
  }

  private MetricsCell pairs(Variant variant, Track off, Track on) {
    double share = smoke ? Races.SMOKE : 1;
    for (int time = 0; time < (smoke ? 0 : Races.TIMES); time++) {
      off.run(variant, share);
      on.run(variant, share);
    }
    List<Cell> without = new ArrayList<>();
    List<Cell> with = new ArrayList<>();
    for (int round = 1; round <= (smoke ? 1 : ROUNDS); round++) {
      boolean offFirst = round % 2 == 1;
      Cell first = (offFirst ? off : on).run(variant, share);
      Cell second = (offFirst ? on : off).run(variant, share);
      without.add(offFirst ? first : second);
      with.add(offFirst ? second : first);
      show(round, variant, without.get(round - 1), with.get(round - 1));
    }
    return new MetricsCell(variant.name(), without, with);
  }

  private void show(int round, Variant variant, Cell without, Cell with) {
    out.printf(
        "%2d %-12s off %,8.0f messages/s, %,6.0f us of the server; on %,8.0f, %,6.0f%n",
        round,
        variant.name(),
        without.perSecond(),
        without.serverTime(),
        with.perSecond(),
        with.serverTime());
  }
}
