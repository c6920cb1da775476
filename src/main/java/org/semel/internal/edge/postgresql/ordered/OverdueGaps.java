// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.ordered;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.rows.Versions;
import org.semel.internal.engine.receive.rows.Versions.Overdue;
import org.semel.message.ParkingReason;

/** Gaps beyond their deadline that are not yet reported. */
final class OverdueGaps {

  /** What is beyond the size is reported the next time. */
  private static final String OVERDUE =
      """
      WITH overdue AS (
        SELECT aggregate, version, since
        FROM {schema}.semel_version
        WHERE consumer = ? AND state = 'gap' AND since < statement_timestamp() - ? * interval '1 millisecond'
        ORDER BY since
        LIMIT 50
        FOR UPDATE SKIP LOCKED
      ),
      each AS (
        SELECT o.version AS reached, o.since AS gap, h.*,
          sum(octet_length(h.body)) OVER (ORDER BY octet_length(h.body), h.aggregate) - octet_length(h.body) AS before
        FROM overdue AS o CROSS JOIN LATERAL (
          SELECT * FROM {schema}.semel_held AS e WHERE e.aggregate = o.aggregate ORDER BY e.version LIMIT 1
        ) AS h
      ),
      first AS (
        SELECT * FROM each WHERE before < ?
      ),
      told AS (
        UPDATE {schema}.semel_version AS v
        SET state = 'told', told = first.key
        FROM first
        WHERE v.aggregate = first.aggregate
      )
      SELECT first.*, gap::text AS since FROM first ORDER BY gap
      """;

  private final Jdbc jdbc;

  OverdueGaps(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /** Reports each once; see {@link Versions#overdue}. */
  List<Overdue> look(String consumer, Duration deadline, long bytes) {
    return jdbc.query(
        "find overdue gaps",
        OVERDUE,
        binds -> binds.text(consumer).number(deadline.toMillis()).number(bytes),
        OverdueGaps::overdue);
  }

  private static Overdue overdue(ResultSet row) throws SQLException {
    String sentence =
        "versions "
            + (row.getLong("reached") + 1)
            + " to "
            + (row.getLong("version") - 1)
            + " are missing; later ones wait since "
            + row.getString("since");
    return new Overdue(HeldRow.read(row).waiting(), new Verdict(ParkingReason.GAP, sentence));
  }
}
