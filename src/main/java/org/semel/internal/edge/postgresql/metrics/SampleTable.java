// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.semel.internal.desk.watch.metrics.Sample;
import org.semel.internal.desk.watch.metrics.SampleStore;
import org.semel.internal.edge.postgresql.DatabaseClock;
import org.semel.internal.edge.postgresql.Jdbc;

/** The gauges of one database. Whose turn it is to read them stands in {@code semel_round}. */
public final class SampleTable implements SampleStore {

  private static final String WRITABLE =
      """
      SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS writable
      """;

  /** No one waits: a node that finds the row locked finds another one at work. */
  private static final String TAKE =
      """
      UPDATE {schema}.semel_round
      SET lease = lease + 1, due_at = statement_timestamp() + ? * interval '1 millisecond'
      WHERE kept = (
        SELECT kept FROM {schema}.semel_round
        WHERE kept = 'GAUGES' AND (lease = ? OR due_at <= statement_timestamp())
        FOR UPDATE SKIP LOCKED)
      RETURNING lease
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
    return jdbc
        .query(
            "take the turn to read gauges",
            TAKE,
            binds -> binds.number(life.toMillis()).number(last),
            row -> row.getLong("lease"))
        .stream()
        .mapToLong(Long::longValue)
        .findFirst();
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
