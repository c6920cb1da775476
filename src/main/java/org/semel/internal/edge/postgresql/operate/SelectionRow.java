// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.semel.internal.edge.postgresql.Binds;
import org.semel.operations.KeptActs.KeptFilter;
import org.semel.operations.ParkedFilter;
import org.semel.operations.ParkedFilter.Period;
import org.semel.operations.Plan;
import org.semel.operations.Selection;

/** The filter by which a plan's items were chosen: {@code filter} of {@code semel_plan}. */
final class SelectionRow {

  static final String VALUE =
      """
      json_strip_nulls(json_build_object(
        'reason', ?::text, 'group', ?::text, 'text', ?::text, 'since', ?::text, 'until', ?::text, 'keys', to_json(?::text[]),
        'messageId', ?::text, 'type', ?::text, 'upTo', ?::bigint, 'after', ?::bigint, 'most', ?::bigint))
      """;

  static final String COLUMNS =
      """
      filter ->> 'reason' AS reason, filter ->> 'group' AS failure_group, filter ->> 'text' AS part, filter ->> 'since' AS since,
        filter ->> 'until' AS until, ARRAY(SELECT json_array_elements_text(filter -> 'keys')) AS keys, filter ->> 'messageId' AS message_id,
        filter ->> 'type' AS type, coalesce((filter ->> 'upTo')::bigint, 9223372036854775807) AS up_to,
        coalesce((filter ->> 'after')::bigint, 0) AS after, coalesce((filter ->> 'most')::int, size) AS most
      """;

  private SelectionRow() {}

  static Binds bind(Selection selection, Binds binds) throws SQLException {
    boolean kept = selection.source() == Plan.Source.KEPT;
    ParkedFilter which = selection.which();
    Period within = kept ? selection.kept().within() : which.parked();
    Set<String> keys = kept ? selection.kept().keys() : which.keys();
    Optional<String> messageId = kept ? selection.kept().messageId() : which.messageId();
    return binds
        .text(which.reason().orElse(null))
        .text(which.group().orElse(null))
        .text(which.text().orElse(null))
        .text(within.since().map(Instant::toString).orElse(null))
        .text(within.until().map(Instant::toString).orElse(null))
        .texts(keys.stream().sorted().toList(), key -> key)
        .text(messageId.orElse(null))
        .text(selection.kept().type().orElse(null))
        .number(selection.kept().upTo())
        .number(selection.after())
        .number(selection.most());
  }

  static Selection read(ResultSet row) throws SQLException {
    Plan.Source source = Plan.Source.valueOf(row.getString("source"));
    boolean kept = source == Plan.Source.KEPT;
    Period within = new Period(time(row, "since"), time(row, "until"));
    Set<String> keys = Set.copyOf(List.of((String[]) row.getArray("keys").getArray()));
    Optional<String> messageId = maybe(row, "message_id");
    KeptFilter upTo = KeptFilter.ALL.upTo(row.getLong("up_to"));
    return new Selection(
        row.getString("consumer"),
        source,
        kept
            ? ParkedFilter.ALL
            : new ParkedFilter(
                maybe(row, "reason"),
                maybe(row, "failure_group"),
                maybe(row, "part"),
                within,
                keys,
                messageId),
        kept ? new KeptFilter(upTo.upTo(), within, keys, messageId, maybe(row, "type")) : upTo,
        row.getInt("most"),
        row.getLong("after"));
  }

  private static Optional<Instant> time(ResultSet row, String column) throws SQLException {
    return maybe(row, column).map(Instant::parse);
  }

  private static Optional<String> maybe(ResultSet row, String column) throws SQLException {
    @Nullable String text = row.getString(column);
    return Optional.ofNullable(text);
  }
}
