// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.watch;

import java.util.function.Supplier;
import org.semel.internal.desk.watch.doctor.DoctorChecks.OldestSnapshot;
import org.semel.internal.edge.postgresql.Jdbc;

/** Finds the oldest snapshot of this database, in the caller's transaction. */
public final class SnapshotView implements Supplier<OldestSnapshot> {

  /** A name that a client chose is cut. No session's statement is read. */
  private static final String OLDEST =
      """
      WITH held AS (
        SELECT age(backend_xmin) AS transactions,
               'session ' || pid || coalesce(' (' || nullif(left(application_name, 60), '') || ')', '') AS holder
        FROM pg_stat_activity
        WHERE backend_xmin IS NOT NULL AND pid <> pg_backend_pid() AND datname = current_database()
        UNION ALL
        SELECT age(transaction), 'a prepared transaction of ' || owner
        FROM pg_prepared_xacts WHERE database = current_database()
        UNION ALL
        SELECT greatest(age(xmin), age(catalog_xmin)), 'replication slot ' || slot_name
        FROM pg_replication_slots WHERE xmin IS NOT NULL OR catalog_xmin IS NOT NULL
      ), oldest AS (
        SELECT transactions, holder FROM held ORDER BY transactions DESC LIMIT 1
      )
      SELECT coalesce((SELECT transactions FROM oldest), 0) AS transactions,
             coalesce((SELECT holder FROM oldest), '') AS holder,
             (SELECT count(*) FROM pg_stat_activity
              WHERE datname = current_database()
                AND NOT (pg_has_role(usesysid, 'USAGE') OR pg_has_role('pg_read_all_stats', 'USAGE'))) AS hidden
      """;

  private final Jdbc jdbc;

  public SnapshotView(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public OldestSnapshot get() {
    return jdbc.query(
            "find the oldest snapshot",
            OLDEST,
            binds -> {},
            row ->
                new OldestSnapshot(
                    row.getLong("transactions"), row.getString("holder"), row.getInt("hidden")))
        .get(0);
  }
}
