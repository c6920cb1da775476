// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.intent;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.semel.internal.edge.postgresql.ChosenRow;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.operations.IntentActs.IntentFilter;
import org.semel.operations.IntentRecord;
import org.semel.operations.IntentRecord.Position;
import org.semel.operations.IntentState;

/**
 * {@code semel_intent}: those in one state. Each list is sorted as the index is from which it is
 * read, and goes on behind a place in that; it reads no body.
 */
public final class ListedIntents {

  private static final UUID NO_KEY = new UUID(0, 0);

  /** State, time of the order, time of the filter, what comes after a place, direction, doubt. */
  private static final String WHICH =
      """
          FROM {schema}.semel_intent AS i,
            (VALUES (?::text, ?::text[], ?::boolean)) AS f (last, keys, uncertain)
          WHERE i.destination = ? AND %1$s AND (i.%2$s, i.key) %4$s (?::timestamptz, ?::uuid)
            AND i.%3$s >= ?::timestamptz AND i.%3$s < ?::timestamptz
            AND (f.last IS NULL OR i.detail = f.last)
            AND (cardinality(f.keys) = 0 OR i.cause = ANY (f.keys))
            AND (NOT f.uncertain OR %6$s)
          ORDER BY i.%2$s %5$s, i.key %5$s
          LIMIT ?
          """;

  private static final String LIST = "SELECT " + IntentRecords.COLUMNS + WHICH;
  private static final String CHOSEN = "SELECT " + ChosenRow.columns("i.key", "i") + " " + WHICH;

  private final Jdbc jdbc;

  public ListedIntents(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /** Those behind {@code after}, in the order of their state. */
  public List<IntentRecord> list(
      String destination, IntentFilter which, Optional<Position> after, int most) {
    return jdbc.query(
        "list intents",
        sql(which.state()),
        binder(destination, which, after, most),
        IntentRecords::intent);
  }

  /** The first, each with its version. */
  public List<ChosenRow> chosen(String destination, IntentFilter which, int most) {
    return jdbc.query(
        "choose intents",
        sql(CHOSEN, which.state()),
        binder(destination, which, Optional.empty(), most),
        ChosenRow::read);
  }

  static String sql(IntentState state) {
    return sql(LIST, state);
  }

  /** The condition of each state is that of an index. */
  private static String sql(String form, IntentState state) {
    return switch (state) {
      case PENDING, LEASED ->
          rising(
              form,
              "i.state IN ('pending', 'leased') AND i.state = '" + state.word() + "'",
              "due_at",
              "recorded_at");
      case PARKED -> rising(form, "i.state = 'parked'", "recorded_at", "settled_at");
      case DELIVERED, WITHDRAWN ->
          form.formatted(
              "i.state = '" + state.word() + "'",
              "settled_at",
              "settled_at",
              "<",
              "DESC",
              IntentRecords.IN_QUESTION);
    };
  }

  private static String rising(String form, String state, String order, String filter) {
    return form.formatted(state, order, filter, ">", "", IntentRecords.IN_QUESTION);
  }

  static Jdbc.Binder binder(
      String destination, IntentFilter which, Optional<Position> after, int most) {
    return binds ->
        binds
            .text(which.last().orElse(null))
            .texts(List.copyOf(which.keys()), key -> key)
            .truth(which.uncertain())
            .text(destination)
            .text(after.map(place -> place.at().toString()).orElse(start(which.state())))
            .uuid(after.map(Position::key).orElse(NO_KEY))
            .text(which.within().since().map(Instant::toString).orElse("-infinity"))
            .text(which.within().until().map(Instant::toString).orElse("infinity"))
            .number(most);
  }

  /** Before the first; of those that came to their end, the latest is the first. */
  private static String start(IntentState state) {
    return state.isFinal() ? "infinity" : "-infinity";
  }
}
