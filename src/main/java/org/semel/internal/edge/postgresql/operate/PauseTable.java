// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.semel.internal.desk.operate.pause.Pauses;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.Times;
import org.semel.operations.OperatorContext;
import org.semel.operations.PauseActs.Pause;
import org.semel.operations.PauseActs.Target;
import org.semel.operations.PauseActs.Target.TargetKind;

/** {@code semel_pause}: what operators have paused. */
public final class PauseTable implements Pauses {

  private static final String COLUMNS = "kind, name, kept, who, why, paused_at, lapsed_at";

  private static final String CONSUMER =
      """
      SELECT true AS ours FROM {schema}.semel_consumer WHERE name = ?
      UNION ALL
      SELECT false FROM {schema}.semel_retention WHERE kept = 'CLAIM' AND owner = ?
      ORDER BY ours DESC
      LIMIT 1
      """;

  private static final String DESTINATION =
      "SELECT true AS ours FROM {schema}.semel_destination WHERE name = ?";

  private static final String NOW = "SELECT clock_timestamp() AS now";

  private static final String STANDING =
      "SELECT " + COLUMNS + " FROM {schema}.semel_pause ORDER BY kind, name";

  private static final String FIND =
      "SELECT " + COLUMNS + " FROM {schema}.semel_pause WHERE kind = ? AND name = ?";

  /** Two operators who pause the same at the same time pause it once. */
  private static final String PAUSE =
      """
      INSERT INTO {schema}.semel_pause AS p (kind, name, kept, who, why)
      VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (kind, name) DO UPDATE
      SET kept = excluded.kept, who = excluded.who, why = excluded.why, paused_at = clock_timestamp(), lapsed_at = NULL
      WHERE NOT p.kept AND (excluded.kept OR p.lapsed_at IS NOT NULL)
      RETURNING\s"""
          + COLUMNS;

  private static final String RESUME =
      "DELETE FROM {schema}.semel_pause WHERE kind = ? AND name = ? RETURNING " + COLUMNS;

  private static final String LAPSE =
      """
      UPDATE {schema}.semel_pause SET lapsed_at = clock_timestamp()
      WHERE kind = ? AND name = ? AND NOT kept AND lapsed_at IS NULL
      """;

  private final Jdbc jdbc;

  public PauseTable(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public Presence presence(Target target) {
    boolean consumer = target.kind() == TargetKind.CONSUMER;
    List<Boolean> ours =
        jdbc.query(
            "look for a name",
            consumer ? CONSUMER : DESTINATION,
            binds -> {
              binds.text(target.name());
              if (consumer) {
                binds.text(target.name());
              }
            },
            row -> row.getBoolean("ours"));
    if (ours.isEmpty()) {
      return Presence.UNKNOWN;
    }
    return ours.get(0) ? Presence.RUN_BY_NODES : Presence.IDEMPOTENT_CONSUMER;
  }

  @Override
  public StandingPauses standing() {
    Instant now = jdbc.query("read the time", NOW, binds -> {}, row -> Times.at(row, "now")).get(0);
    return new StandingPauses(
        jdbc.query("list pauses", STANDING, binds -> {}, PauseTable::pause), now);
  }

  @Override
  public Optional<Pause> pause(Target target, boolean kept, OperatorContext by) {
    return jdbc
        .query(
            "write a pause",
            PAUSE,
            binds ->
                binds
                    .text(target.kind().word())
                    .text(target.name())
                    .truth(kept)
                    .text(by.who())
                    .text(by.why()),
            PauseTable::pause)
        .stream()
        .findFirst();
  }

  @Override
  public Optional<Pause> find(Target target) {
    return one("read a pause", FIND, target);
  }

  @Override
  public Optional<Pause> resume(Target target) {
    return one("end a pause", RESUME, target);
  }

  @Override
  public void lapse(Target target) {
    jdbc.update(
        "note that a pause has lapsed",
        LAPSE,
        binds -> binds.text(target.kind().word()).text(target.name()));
  }

  private Optional<Pause> one(String act, String sql, Target target) {
    return jdbc
        .query(
            act,
            sql,
            binds -> binds.text(target.kind().word()).text(target.name()),
            PauseTable::pause)
        .stream()
        .findFirst();
  }

  private static Pause pause(ResultSet row) throws SQLException {
    TargetKind kind = TargetKind.valueOf(row.getString("kind").toUpperCase(Locale.ROOT));
    return new Pause(
        new Target(kind, row.getString("name")),
        row.getBoolean("kept"),
        OperatorRow.by(row),
        Times.at(row, "paused_at"),
        Times.maybe(row, "lapsed_at"));
  }
}
