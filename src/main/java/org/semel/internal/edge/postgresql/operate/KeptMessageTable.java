// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.semel.internal.desk.operate.kept.KeptMessages;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.MessageColumns;
import org.semel.internal.edge.postgresql.Times;
import org.semel.message.Identity;
import org.semel.operations.KeptActs.KeptFilter;
import org.semel.operations.KeptMessage;

/** {@code semel_body}, as operators' acts use it. */
public final class KeptMessageTable implements KeptMessages {

  /**
   * Whether a message's retention is over, though retention has not deleted it yet. Its identity
   * may be forgotten already, so that a replay would make its effect twice.
   */
  static final String OVER =
      """
      EXISTS (
        SELECT FROM {schema}.semel_retention AS r
        WHERE r.kept = 'BODY' AND r.owner = b.consumer AND b.kept_at < statement_timestamp() - r.age)
      """;

  private static final String COLUMNS =
      """
      SELECT id, consumer, key, headers, form, content_type, %s, destination, message_id, kept_at
      FROM {schema}.semel_body AS b
      WHERE NOT
      """
              .formatted(MessageColumns.UP_TO)
          + OVER;

  private static final String FIND =
      COLUMNS
          + """
          AND id = ?
          """;

  private static final String KEPT =
      COLUMNS
          + """
          AND consumer = ? AND id > ? AND id <= ?
          ORDER BY id
          LIMIT ?
          """;

  private static final String LAST =
      """
      SELECT id FROM {schema}.semel_body WHERE consumer = ? ORDER BY id DESC LIMIT 1
      """;

  private final Jdbc jdbc;

  public KeptMessageTable(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public Optional<KeptMessage> find(long id) {
    return show(id, Integer.MAX_VALUE);
  }

  @Override
  public Optional<KeptMessage> show(long id, int most) {
    return jdbc
        .query(
            "find a kept message",
            FIND,
            binds -> binds.number(most).number(id),
            KeptMessageTable::read)
        .stream()
        .findFirst();
  }

  @Override
  public List<KeptMessage> kept(String consumer, long after, long upTo, int most) {
    return jdbc.query(
        "list kept messages",
        KEPT,
        binds -> binds.number(0).text(consumer).number(after).number(upTo).number(most),
        KeptMessageTable::read);
  }

  @Override
  public List<KeptMessage> kept(String consumer, KeptFilter which, long after, int most) {
    return jdbc.query(
        "list kept messages of a search",
        COLUMNS + "AND b.id IN (" + KeptSearch.sql(which) + ") ORDER BY b.id",
        binds -> {
          binds.number(0);
          KeptSearch.binder(consumer, which, after, most).bind(binds);
        },
        KeptMessageTable::read);
  }

  @Override
  public List<Long> withMessageId(String messageId, Collection<String> consumers, int most) {
    return new KeptSearch(jdbc).withMessageId(messageId, List.copyOf(consumers), most);
  }

  /** Counts those that are too old to be replayed as well: the number is only an upper bound. */
  @Override
  public long last(String consumer) {
    return jdbc
        .query(
            "look for the last kept message",
            LAST,
            binds -> binds.text(consumer),
            row -> row.getLong("id"))
        .stream()
        .findFirst()
        .orElse(0L);
  }

  private static KeptMessage read(ResultSet row) throws SQLException {
    return new KeptMessage(
        row.getLong("id"),
        new Identity(row.getString("consumer"), row.getString("key")),
        MessageColumns.upTo(row, 1),
        Times.at(row, "kept_at"));
  }
}
