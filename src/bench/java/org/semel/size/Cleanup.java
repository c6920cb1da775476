// SPDX-License-Identifier: Apache-2.0
package org.semel.size;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.semel.estate.Postgres;
import org.semel.internal.edge.postgresql.retention.RetentionTable;
import org.semel.internal.engine.keep.RetainedKind;
import org.semel.internal.engine.keep.Retention;
import org.semel.internal.engine.keep.RetentionListener;
import org.semel.internal.engine.keep.RetentionRule;
import org.semel.internal.engine.keep.SweepPace;
import org.semel.small.SmallServer;

/** What forgetting costs, and what it costs those who claim meanwhile. */
final class Cleanup {

  private static final Duration STRETCH = Duration.ofSeconds(5);
  private static final int ROUNDS = 6;

  private final SmallServer server = SmallServer.shared();
  private final Postgres postgres = server.postgres();

  /**
   * Claims in a second.
   *
   * @param alone in stretches without retention
   * @param beside in stretches beside it, in turn with the others
   * @param forgotten rows in the stretches beside it
   */
  record Rates(Spread alone, Spread beside, long forgotten) {}

  /** Of several stretches. */
  record Spread(double least, double median, double most) {

    static Spread of(List<Double> values) {
      double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
      int middle = sorted.length / 2;
      return new Spread(
          sorted[0], (sorted[middle - 1] + sorted[middle]) / 2, sorted[sorted.length - 1]);
    }
  }

  /** Milliseconds to empty a day of {@code rows} that nobody remembers. */
  double emptyDay(long rows) {
    postgres.execute("TRUNCATE semel_window; DELETE FROM semel_retention");
    postgres.execute("INSERT INTO semel_retention VALUES ('WINDOW', 'size', interval '10 days')");
    postgres.execute(
        """
        INSERT INTO semel_window (identity, slot, consumer, key, fingerprint)
        SELECT md5(i::text)::uuid, (floor(extract(epoch FROM now()) / 86400)::bigint - 20) %% 40, 'size', md5(i::text), '\\x00'
        FROM generate_series(1, %d) AS i ORDER BY 1
        """
            .formatted(rows));
    long start = System.nanoTime();
    String slot = postgres.texts("SELECT semel_empty_slot()").get(0);
    double took = (System.nanoTime() - start) / 1e6;
    if (slot == null || postgres.number("SELECT count(*) FROM semel_window") != 0) {
      throw new IllegalStateException("the day was not emptied");
    }
    return took;
  }

  /** Claims beside retention that finds a tenth of {@code semel_claim} outlived. */
  Rates beside(Load load) {
    postgres.execute(
        """
        DELETE FROM semel_retention;
        UPDATE semel_round SET due_at = '-infinity', page = 0;
        """);
    List<Double> alone = new ArrayList<>();
    List<Double> beside = new ArrayList<>();
    long before = postgres.number("SELECT count(*) FROM semel_claim WHERE consumer = 'old'");
    for (int i = 0; i < ROUNDS; i++) {
      alone.add(load.rate(STRETCH));
      Retention retention = retention();
      retention.start();
      beside.add(load.rate(STRETCH));
      retention.stop();
      postgres.execute("UPDATE semel_round SET due_at = '-infinity'");
    }
    long after = postgres.number("SELECT count(*) FROM semel_claim WHERE consumer = 'old'");
    return new Rates(Spread.of(alone), Spread.of(beside), before - after);
  }

  private Retention retention() {
    return new Retention(
        new RetentionTable(server.jdbc()),
        server.transactions(),
        Thread::new,
        () -> Set.of(new RetentionRule(RetainedKind.CLAIM, "old", Duration.ofHours(1))),
        SweepPace.every(Duration.ofHours(6)),
        new RetentionListener() {});
  }
}
