// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.time.Instant;
import java.util.List;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.message.Identity;
import org.semel.operations.KeptActs.KeptFilter;
import org.semel.operations.ParkedFilter.Period;

/**
 * {@code semel_body}: finds the kept messages that match a filter, by their number. If a filter
 * names keys, a time or a JMSMessageID, those rows are read and then sorted: the planner would
 * otherwise walk along the numbers in the hope of finding some soon.
 */
final class KeptSearch {

  /**
   * The search, with places for the condition on the keys and then, twice, for the column of the
   * number. PostgreSQL's text cannot hold NUL, so that a header with one in it would fail the
   * search for all.
   */
  private static final String WHICH =
      """
      SELECT b.id
      FROM {schema}.semel_body AS b, (VALUES (?::text, ?::text)) AS f (message_id, type)
      WHERE NOT
      """
          + KeptMessageTable.OVER
          + """
          AND b.consumer = ? AND %s AND b.kept_at >= ?::timestamptz AND b.kept_at < ?::timestamptz
            AND %s > ? AND %s <= ?
            AND (f.message_id IS NULL OR b.message_id = f.message_id)
            AND (f.type IS NULL OR f.type = (
              SELECT coalesce(h.text ->> 'ce_type', h.text ->> 'cloudEvents_type', h.text ->> 'cloudEvents:type',
                h.text ->> 'ce-type', h.text ->> 'JMSType')
              FROM (SELECT replace(b.headers::text, '\\u0000', '\\ufffd')::json AS text) AS h))
          """;

  private static final String FIRST =
      """
      ORDER BY b.id
      LIMIT ?
      """;

  private static final String SORTED =
      """
      WITH b AS MATERIALIZED (
      %s
      )
      SELECT b.id FROM b
      """
          + FIRST;

  /** An expression of which no index knows, so that the one by time is used. */
  private static final String NUMBER = "(b.id + 0)";

  static final String BY_NUMBER =
      WHICH.formatted("cardinality(?::uuid[]) = 0", "b.id", "b.id") + FIRST;

  static final String BY_TIME =
      SORTED.formatted(WHICH.formatted("cardinality(?::uuid[]) = 0", NUMBER, NUMBER));

  static final String BY_KEYS =
      SORTED.formatted(WHICH.formatted("b.identity = ANY (?::uuid[])", NUMBER, NUMBER));

  /** An id may be too long for an index, which therefore has its beginning. */
  static final String BY_MESSAGE_ID =
      SORTED.formatted(
          WHICH.formatted(
              "cardinality(?::uuid[]) = 0 AND left(b.message_id, 200) = left(f.message_id, 200)",
              NUMBER,
              NUMBER));

  static final String WITH_MESSAGE_ID =
      """
      SELECT b.id
      FROM {schema}.semel_body AS b
      WHERE left(b.message_id, 200) = left(?::text, 200) AND b.message_id = ? AND b.consumer = ANY (?::text[]) AND NOT
      """
          + KeptMessageTable.OVER
          + """
          ORDER BY b.id + 0
          LIMIT ?
          """;

  private final Jdbc jdbc;

  KeptSearch(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /** The oldest first. */
  List<Long> ids(String consumer, KeptFilter which, long after, int most) {
    return jdbc.query(
        "search kept messages",
        sql(which),
        binder(consumer, which, after, most),
        row -> row.getLong("id"));
  }

  static String sql(KeptFilter which) {
    if (!which.keys().isEmpty()) {
      return BY_KEYS;
    }
    if (which.messageId().isPresent()) {
      return BY_MESSAGE_ID;
    }
    return which.within().equals(Period.EVER) ? BY_NUMBER : BY_TIME;
  }

  /** Of any of {@code consumers}, the oldest first. */
  List<Long> withMessageId(String messageId, List<String> consumers, int most) {
    return jdbc.query(
        "look for a kept message",
        WITH_MESSAGE_ID,
        messageIdBinder(messageId, consumers, most),
        row -> row.getLong("id"));
  }

  static Jdbc.Binder messageIdBinder(String messageId, List<String> consumers, int most) {
    return binds ->
        binds.text(messageId).text(messageId).texts(consumers, name -> name).number(most);
  }

  static Jdbc.Binder binder(String consumer, KeptFilter which, long after, int most) {
    return binds ->
        binds
            .text(which.messageId().orElse(null))
            .text(which.type().orElse(null))
            .text(consumer)
            .uuids(List.copyOf(which.keys()), key -> new Identity(consumer, key).digest())
            .text(which.within().since().map(Instant::toString).orElse("-infinity"))
            .text(which.within().until().map(Instant::toString).orElse("infinity"))
            .number(after)
            .number(which.upTo())
            .number(most);
  }
}
