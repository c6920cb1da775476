// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.semel.internal.desk.watch.metrics.Sample;
import org.semel.internal.desk.watch.metrics.SampleStore;
import org.semel.internal.edge.postgresql.DatabaseClock;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.RoundTable;

/** The gauges of one database. Whose turn it is to read them stands in {@code semel_round}. */
public final class SampleTable implements SampleStore {

  private static final String WRITABLE =
      """
      SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS writable
      """;

  private final Jdbc jdbc;
  private final DatabaseClock clock;

  public SampleTable(Jdbc jdbc) {
    this.jdbc = jdbc;
    this.clock = new DatabaseClock(jdbc);
  }

  @Override
  public Instant now() {
    return clock.get();
  }

  @Override
  public boolean isWritable() {
    return jdbc.query(
            "ask whether writes are taken",
            WRITABLE,
            binds -> {},
            row -> row.getBoolean("writable"))
        .get(0);
  }

  @Override
  public OptionalLong take(long last, Duration life) {
    return new RoundTable(jdbc).takeGauges(last, life);
  }

  @Override
  public List<Sample> read() {
    List<Sample> samples = new ArrayList<>();
    for (GaugeQuery query : GaugeQuery.ALL) {
      samples.addAll(query.read(jdbc));
    }
    return samples;
  }
}
