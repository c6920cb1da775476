// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.io.PrintStream;
import java.util.List;
import org.semel.bench.Variant.Load;
import org.semel.bench.Variant.Turn;

/**
 * Counts on a server of its own, whose way to the database leads through {@link Turns}: that costs
 * time, and nobody takes it.
 */
final class Counts {

  private static final List<String> COUNTED =
      List.of("stock", "mdb", "xa1_direct", "xa50_direct", "xa50_managed", "ack1", "ack50");

  /** No SQL but Semel's. */
  private static final Variant IDLE =
      new Variant("xa50_idle_route", "idle50", new Load(40_000, 0, 0), Turn.EVERY);

  private Counts() {}

  static void run(Results results, PrintStream out) {
    try (Turns turns = new Turns();
        Estate estate = Estate.counted(turns)) {
      estate.wildFly().management().countTransactions();
      for (String name : COUNTED) {
        Count count = Count.of(Variant.named(name), estate, turns);
        show(count, out);
        results.add(count);
        if (name.equals("xa50_direct")) {
          results.add(Target.FORCED_WRITES, Series.of(count.forced().all()));
        }
      }
      Count idle = Count.of(IDLE, estate, turns);
      show(idle, out);
      results.add(idle);
      results.add(Target.ROUND_TRIPS, Series.of(idle.roundTrips()));
    }
  }

  private static void show(Count count, PrintStream out) {
    out.printf(
        "count    %-26s each %7.3f round trips, %.3f transactions, %.3f forced writes, %,9.0f bytes allocated%n",
        count.variant(),
        count.roundTrips(),
        count.transactions(),
        count.forced().all(),
        count.allocated());
  }
}
