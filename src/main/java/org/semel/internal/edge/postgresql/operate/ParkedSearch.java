// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.semel.internal.edge.postgresql.ChosenRow;
import org.semel.internal.edge.postgresql.FilterRow;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.message.ParkingReason;
import org.semel.operations.ParkedActs.FailureGroup;
import org.semel.operations.ParkedActs.GroupPlace;
import org.semel.operations.ParkedFilter;

/**
 * {@code semel_parked}: finds the waiting cases that match a filter, or have failed alike, and for
 * that reads no case that is settled; and all that came with one JMSMessageID.
 */
final class ParkedSearch {

  private static final String SEARCH =
      """
      SELECT %s
      FROM {schema}.semel_parked AS p,
      """
          + FilterRow.ROW
          + """
          WHERE p.consumer = ? AND p.state = 'parked' AND p.id > ?
            AND (f.reason IS NULL OR p.reason = f.reason)
            AND (f.failure_group IS NULL OR p.failure_group = f.failure_group)
            AND (f.part IS NULL OR position(f.part IN p.detail) > 0 OR position(f.part IN p.failure) > 0)
            AND (f.since IS NULL OR p.parked_at >= f.since)
            AND (f.until IS NULL OR p.parked_at < f.until)
            AND (cardinality(f.keys) = 0 OR p.key = ANY (f.keys))
            AND (f.message_id IS NULL OR p.message_id = f.message_id)
          ORDER BY p.id
          LIMIT ?
          """;

  private static final String IDS = SEARCH.formatted("p.id");
  private static final String CHOSEN = SEARCH.formatted(ChosenRow.columns("p.id", "p"));

  static final String WITH_MESSAGE_ID =
      """
      SELECT id FROM {schema}.semel_parked
      WHERE left(message_id, 200) = left(?::text, 200) AND message_id = ? AND consumer = ANY (?::text[])
      ORDER BY state <> 'parked', id
      LIMIT ?
      """;

  /** Sorted alike on every database, as callers go on behind a group. */
  private static final String GROUPS =
      """
      SELECT consumer, reason, failure_group, count(*) AS rows,
        (extract(epoch FROM statement_timestamp() - min(parked_at)) * 1000)::bigint AS oldest,
        (extract(epoch FROM statement_timestamp() - max(parked_at)) * 1000)::bigint AS latest
      FROM {schema}.semel_parked
      WHERE consumer = coalesce(?, consumer) AND state = 'parked'
      GROUP BY consumer, reason, failure_group
      HAVING (-count(*), consumer COLLATE "C", reason COLLATE "C", coalesce(failure_group, '') COLLATE "C") > (?::bigint, ?::text, ?::text, ?::text)
      ORDER BY rows DESC, consumer COLLATE "C", reason COLLATE "C", coalesce(failure_group, '') COLLATE "C"
      LIMIT ?
      """;

  private final Jdbc jdbc;

  ParkedSearch(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /** The numbers of waiting cases, the oldest first. */
  List<Long> ids(String consumer, ParkedFilter which, long after, int most) {
    return jdbc.query(
        "search parked messages",
        IDS,
        binder(consumer, which, after, most),
        row -> row.getLong("id"));
  }

  /** The same, each with its version. */
  List<ChosenRow> chosen(String consumer, ParkedFilter which, long after, int most) {
    return jdbc.query(
        "choose parked messages", CHOSEN, binder(consumer, which, after, most), ChosenRow::read);
  }

  private static Jdbc.Binder binder(String consumer, ParkedFilter which, long after, int most) {
    return binds -> FilterRow.bind(which, binds).text(consumer).number(after).number(most);
  }

  /**
   * The numbers of cases with this JMSMessageID: those that wait, then others; the oldest first.
   */
  List<Long> withMessageId(String messageId, List<String> consumers, int most) {
    return jdbc.query(
        "look for a parked message",
        WITH_MESSAGE_ID,
        KeptSearch.messageIdBinder(messageId, consumers, most),
        row -> row.getLong("id"));
  }

  /** Waiting cases by consumer, reason and failure group, the largest group first. */
  List<FailureGroup> groups(Optional<String> consumer, GroupPlace after, int most) {
    return jdbc.query(
        "group parked messages",
        GROUPS,
        binds ->
            binds
                .text(consumer.orElse(null))
                .number(-after.rows())
                .text(after.owner())
                .text(after.reason())
                .text(after.group())
                .number(most),
        ParkedSearch::group);
  }

  private static FailureGroup group(ResultSet row) throws SQLException {
    return new FailureGroup(
        row.getString("consumer"),
        ParkingReason.of(row.getString("reason")),
        Optional.ofNullable(row.getString("failure_group")),
        row.getLong("rows"),
        Duration.ofMillis(row.getLong("oldest")),
        Duration.ofMillis(row.getLong("latest")));
  }
}
