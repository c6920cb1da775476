// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.intent;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.semel.internal.edge.postgresql.ChosenRow;
import org.semel.internal.edge.postgresql.FilterRow;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.operations.IntentActs.IntentGroup;
import org.semel.operations.IntentRecord;
import org.semel.operations.IntentRecord.Position;
import org.semel.operations.ParkedActs.GroupPlace;
import org.semel.operations.ParkedFilter;

/**
 * {@code semel_intent}: those that are parked and of which something holds. Reads what is parked at
 * one destination, and no body.
 */
public final class ParkedIntents {

  private static final String WHICH =
      """
      FROM {schema}.semel_intent AS i,
      """
          + FilterRow.ROW
          + """
          WHERE i.destination = ? AND i.state = 'parked' AND (i.recorded_at, i.key) > (?::timestamptz, ?::uuid)
            AND (f.reason IS NULL OR i.reason = f.reason)
            AND (f.failure_group IS NULL OR i.detail = f.failure_group)
            AND (f.part IS NULL OR position(f.part IN i.detail) > 0)
            AND (f.since IS NULL OR i.settled_at >= f.since)
            AND (f.until IS NULL OR i.settled_at < f.until)
            AND (cardinality(f.keys) = 0 OR i.cause = ANY (f.keys))
          ORDER BY i.recorded_at, i.key
          LIMIT ?
          """;

  static final String LIST = "SELECT " + IntentRecords.COLUMNS + WHICH;

  private static final String CHOSEN = "SELECT " + ChosenRow.columns("i.key", "i") + " " + WHICH;

  /** Sorted alike on every database, as callers go on behind a group. */
  static final String GROUPS =
      """
      SELECT destination, reason, detail, count(*) AS rows,
        (extract(epoch FROM statement_timestamp() - min(settled_at)) * 1000)::bigint AS oldest,
        (extract(epoch FROM statement_timestamp() - max(settled_at)) * 1000)::bigint AS latest
      FROM {schema}.semel_intent
      WHERE destination = coalesce(?, destination) AND state = 'parked'
      GROUP BY destination, reason, detail
      HAVING (-count(*), destination COLLATE "C", coalesce(reason, '') COLLATE "C", coalesce(detail, '') COLLATE "C") > (?::bigint, ?::text, ?::text, ?::text)
      ORDER BY rows DESC, destination COLLATE "C", coalesce(reason, '') COLLATE "C", coalesce(detail, '') COLLATE "C"
      LIMIT ?
      """;

  private final Jdbc jdbc;

  public ParkedIntents(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /** Those behind {@code after}, in the order in which they were recorded. */
  public List<IntentRecord> list(String destination, ParkedFilter which, Position after, int most) {
    return jdbc.query(
        "list parked intents",
        LIST,
        binder(destination, which, after, most),
        IntentRecords::intent);
  }

  /** The first, each with its version. */
  public List<ChosenRow> chosen(String destination, ParkedFilter which, int most) {
    return jdbc.query(
        "choose parked intents",
        CHOSEN,
        binder(destination, which, Position.START, most),
        ChosenRow::read);
  }

  /** By destination, reason and last answer, the largest group first. */
  public List<IntentGroup> groups(Optional<String> destination, GroupPlace after, int most) {
    return jdbc.query(
        "group parked intents", GROUPS, binder(destination, after, most), ParkedIntents::group);
  }

  static Jdbc.Binder binder(Optional<String> destination, GroupPlace after, int most) {
    return binds ->
        binds
            .text(destination.orElse(null))
            .number(-after.rows())
            .text(after.owner())
            .text(after.reason())
            .text(after.group())
            .number(most);
  }

  private static IntentGroup group(ResultSet row) throws SQLException {
    return new IntentGroup(
        row.getString("destination"),
        Optional.ofNullable(row.getString("reason")),
        Optional.ofNullable(row.getString("detail")),
        row.getLong("rows"),
        Duration.ofMillis(row.getLong("oldest")),
        Duration.ofMillis(row.getLong("latest")));
  }

  static Jdbc.Binder binder(String destination, ParkedFilter which, Position after, int most) {
    return binds ->
        FilterRow.bind(which, binds)
            .text(destination)
            .text(after.at().toString())
            .uuid(after.key())
            .number(most);
  }
}
