// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.watch;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.semel.internal.desk.watch.doctor.DoctorChecks.SweepAge;
import org.semel.internal.edge.postgresql.Jdbc;

/** Reads what stands in the database about retention, in the caller's transaction. */
public final class RetentionView {

  private static final String DECLARED =
      """
      SELECT owner, extract(epoch FROM age) AS seconds FROM {schema}.semel_retention WHERE kept = 'CLAIM'
      """;

  private static final String ROUNDS =
      """
      SELECT kept, extract(epoch FROM clock_timestamp() - finished_at) AS seconds FROM {schema}.semel_round WHERE kept <> 'GAUGES'
      """;

  private final Jdbc jdbc;

  public RetentionView(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /** The time for which identities are remembered, by the name of the consumer. */
  public Map<String, Duration> remembered() {
    Map<String, Duration> all = new HashMap<>();
    jdbc.query(
            "read the retention of identities",
            DECLARED,
            binds -> {},
            row -> Map.entry(row.getString("owner"), Duration.ofSeconds(row.getLong("seconds"))))
        .forEach(each -> all.put(each.getKey(), each.getValue()));
    return all;
  }

  /** The time since each kind of rows was swept. */
  public List<SweepAge> rounds() {
    return jdbc.query(
        "read the rounds of retention",
        ROUNDS,
        binds -> {},
        row -> new SweepAge(row.getString("kept"), Duration.ofSeconds(row.getLong("seconds"))));
  }
}
