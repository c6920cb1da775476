// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.time.LocalDate;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.semel.internal.desk.operate.audit.AuditSeals;
import org.semel.internal.edge.postgresql.Jdbc;

/**
 * {@code semel_audit_seal}. The database reckons all digests; no line of the audit is read here.
 */
public final class AuditSealTable implements AuditSeals {

  private static final String PREPARED =
      "SELECT min(prepared)::text AS oldest FROM pg_prepared_xacts WHERE database = current_database()";

  private static final String SEAL =
      "SELECT sealed, lines, chained FROM {schema}.semel_seal_audit(?::timestamptz)";

  /**
   * Retention notes the rule by which it has deleted, which is never shorter than thirty days: a
   * day that is younger than the rule noted there was not marked by retention. A day between two
   * that are sealed had no lines.
   */
  private static final String BROKEN =
      """
      WITH asked AS MATERIALIZED (
        SELECT s.day, s.digest, s.kept_for, b.day AS day_before, coalesce(b.digest, ''::bytea) AS before
        FROM {schema}.semel_audit_seal AS s
        LEFT JOIN LATERAL (
          SELECT e.day, e.digest FROM {schema}.semel_audit_seal AS e WHERE e.day < s.day ORDER BY e.day DESC LIMIT 1
        ) AS b ON true
        WHERE s.day = ?::date
      )
      SELECT s.day
      FROM asked AS s
      WHERE (s.kept_for IS NULL
          OR s.day > ((statement_timestamp() - greatest(s.kept_for, interval '30 days')) AT TIME ZONE 'UTC')::date)
        AND s.digest <> {schema}.semel_audit_digest(s.day, s.before)
      UNION
      SELECT (a.done_at AT TIME ZONE 'UTC')::date
      FROM {schema}.semel_audit AS a
      WHERE a.done_at >= (SELECT (day_before + 1)::timestamp AT TIME ZONE 'UTC' FROM asked)
        AND a.done_at < (SELECT day::timestamp AT TIME ZONE 'UTC' FROM asked)
      ORDER BY day
      """;

  private static final String SEALED =
      "SELECT day FROM {schema}.semel_audit_seal ORDER BY day DESC LIMIT ?";

  private static final String OVERDUE =
      """
      SELECT (min(a.done_at) AT TIME ZONE 'UTC')::date AS day
      FROM {schema}.semel_audit AS a
      WHERE a.done_at >= coalesce((SELECT (max(day) + 1)::timestamp AT TIME ZONE 'UTC' FROM {schema}.semel_audit_seal), '-infinity')
        AND a.done_at < date_trunc('day', (statement_timestamp() - interval '3 hours') AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
      """;

  private final Jdbc jdbc;

  public AuditSealTable(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public Optional<Seal> seal() {
    List<Optional<String>> oldest =
        jdbc.query(
            "look for what is prepared",
            PREPARED,
            binds -> {},
            row -> Optional.ofNullable(row.getString("oldest")));
    return jdbc
        .query(
            "seal a day of the audit",
            SEAL,
            binds -> binds.text(oldest.get(0).orElse(null)),
            row ->
                new Seal(
                    row.getObject("sealed", LocalDate.class),
                    row.getLong("lines"),
                    HexFormat.of().formatHex(row.getBytes("chained"))))
        .stream()
        .findFirst();
  }

  @Override
  public List<LocalDate> sealed(int latest) {
    return jdbc.query(
        "look for the sealed days of the audit",
        SEALED,
        binds -> binds.number(latest),
        row -> row.getObject("day", LocalDate.class));
  }

  @Override
  public List<LocalDate> broken(LocalDate sealed) {
    return jdbc.query(
        "look at the seal of a day of the audit",
        BROKEN,
        binds -> binds.text(sealed.toString()),
        row -> row.getObject("day", LocalDate.class));
  }

  @Override
  public Optional<LocalDate> overdue() {
    return jdbc.query(
            "look for a day of the audit that is not sealed",
            OVERDUE,
            binds -> {},
            row -> Optional.ofNullable(row.getObject("day", LocalDate.class)))
        .get(0);
  }
}
