// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.semel.internal.desk.operate.audit.Audit;
import org.semel.internal.edge.postgresql.Flush;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.Times;
import org.semel.message.Identity;
import org.semel.operations.AuditEntry;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.AuditFilter;

/** {@code semel_audit}: what operators did. Rows are added, never changed. */
public final class AuditTable implements Audit {

  private static final String WRITE =
      """
      INSERT INTO {schema}.semel_audit (who, act, why, subject, identity, outcome)
      SELECT ?, ?, ?, ?, ?::uuid, ? FROM {flush}
      """
          .replace("{flush}", Flush.AT_COMMIT);

  private static final String FIND =
      """
      SELECT who, act, why, subject, outcome, done_at
      FROM {schema}.semel_audit
      WHERE identity = ?
      ORDER BY id DESC
      LIMIT ?
      """;

  private static final String AMONG =
      """
      SELECT DISTINCT identity FROM {schema}.semel_audit WHERE identity = ANY (?::uuid[])
      """;

  private static final String OF_ACT =
      """
      SELECT DISTINCT identity FROM {schema}.semel_audit WHERE identity = ANY (?::uuid[]) AND act = ? AND outcome = ?
      """;

  private static final String LATEST =
      """
      SELECT a.id, a.done_at, a.who, a.why, a.act, a.subject, a.identity, a.outcome
      FROM {schema}.semel_audit AS a,
        (VALUES (?::text, ?::text, ?::text, ?::timestamptz, ?::timestamptz)) AS f (who, act, part, since, until)
      WHERE a.id < ?
        AND (f.who IS NULL OR a.who = f.who)
        AND (f.act IS NULL OR a.act = f.act)
        AND (f.part IS NULL OR position(f.part IN a.subject) > 0)
        AND (f.since IS NULL OR a.done_at >= f.since)
        AND (f.until IS NULL OR a.done_at < f.until)
      ORDER BY a.id DESC
      LIMIT ?
      """;

  private final Jdbc jdbc;

  public AuditTable(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public void write(AuditEntry entry) {
    @Nullable UUID digest = entry.subject().identity().map(Identity::digest).orElse(null);
    jdbc.update(
        "write the audit",
        WRITE,
        binds ->
            binds
                .text(entry.by().who())
                .text(entry.act().name())
                .text(entry.by().why())
                .text(entry.subject().name())
                .uuid(digest)
                .text(entry.outcome()));
  }

  @Override
  public List<AuditEntry.Line> of(Identity identity, int most) {
    return jdbc.query(
        "read the audit",
        FIND,
        binds -> binds.uuid(identity.digest()).number(most),
        row -> line(row, identity));
  }

  @Override
  public Set<Identity> among(Collection<Identity> identities) {
    return among(AMONG, List.copyOf(identities), binds -> {});
  }

  @Override
  public Set<Identity> among(Collection<Identity> identities, Act act, String outcome) {
    return among(OF_ACT, List.copyOf(identities), binds -> binds.text(act.name()).text(outcome));
  }

  private Set<Identity> among(String sql, List<Identity> asked, Jdbc.Binder others) {
    Set<UUID> found =
        Set.copyOf(
            jdbc.query(
                "look for acts",
                sql,
                binds -> others.bind(binds.uuids(asked, Identity::digest)),
                row -> row.getObject("identity", UUID.class)));
    return asked.stream()
        .filter(identity -> found.contains(identity.digest()))
        .collect(Collectors.toSet());
  }

  @Override
  public List<AuditEntry.Noted> latest(AuditFilter which, long before, int most) {
    return jdbc.query(
        "list the audit",
        LATEST,
        binds ->
            binds
                .text(which.who().orElse(null))
                .text(which.act().map(Act::name).orElse(null))
                .text(which.subject().orElse(null))
                .text(which.done().since().map(Instant::toString).orElse(null))
                .text(which.done().until().map(Instant::toString).orElse(null))
                .number(before)
                .number(most),
        AuditTable::noted);
  }

  private static AuditEntry.Noted noted(ResultSet row) throws SQLException {
    return new AuditEntry.Noted(
        row.getLong("id"),
        Times.at(row, "done_at"),
        OperatorRow.by(row),
        OperatorRow.act(row),
        row.getString("subject"),
        Optional.ofNullable(row.getObject("identity", UUID.class)),
        row.getString("outcome"));
  }

  private static AuditEntry.Line line(ResultSet row, Identity identity) throws SQLException {
    return new AuditEntry.Line(
        new AuditEntry(
            OperatorRow.by(row),
            OperatorRow.act(row),
            new AuditEntry.Subject(row.getString("subject"), Optional.of(identity)),
            row.getString("outcome")),
        Times.at(row, "done_at"));
  }
}
