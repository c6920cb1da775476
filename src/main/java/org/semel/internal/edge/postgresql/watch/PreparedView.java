// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.watch;

import java.time.Duration;
import java.util.function.Supplier;
import org.semel.internal.desk.watch.doctor.DoctorChecks.PreparedBacklog;
import org.semel.internal.edge.postgresql.Jdbc;

/** Counts prepared transactions, in the caller's transaction. Any role may see them. */
public final class PreparedView implements Supplier<PreparedBacklog> {

  private static final String PREPARED =
      """
      SELECT count(*) FILTER (WHERE database = current_database()) AS here,
             coalesce(extract(epoch FROM clock_timestamp() - min(prepared) FILTER (WHERE database = current_database())), 0) * 1000
               AS oldest,
             count(*) AS everywhere,
             current_setting('max_prepared_transactions')::int AS places
      FROM pg_prepared_xacts
      """;

  private final Jdbc jdbc;

  public PreparedView(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public PreparedBacklog get() {
    return jdbc.query(
            "count prepared transactions",
            PREPARED,
            binds -> {},
            row ->
                new PreparedBacklog(
                    row.getInt("here"),
                    Duration.ofMillis(row.getLong("oldest")),
                    row.getInt("everywhere"),
                    row.getInt("places")))
        .get(0);
  }
}
