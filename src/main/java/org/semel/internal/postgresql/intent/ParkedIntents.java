// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.intent;

import java.util.List;
import java.util.UUID;
import org.semel.internal.postgresql.FilterRow;
import org.semel.internal.postgresql.Jdbc;
import org.semel.operations.IntentRecord;
import org.semel.operations.IntentRecord.Position;
import org.semel.operations.ParkedFilter;

/**
 * {@code semel_intent}: those that are parked and of which something holds. Reads what is parked at
 * one destination, and no body.
 */
public final class ParkedIntents {

  private static final String WHICH =
      """
      FROM semel_intent AS i,
      """
          + FilterRow.ROW
          + """
          WHERE i.destination = ? AND i.state = 'parked' AND (i.recorded_at, i.key) > (?::timestamptz, ?::uuid)
            AND (f.reason IS NULL OR i.reason = f.reason)
            AND (f.part IS NULL OR position(f.part IN i.detail) > 0)
            AND (f.since IS NULL OR i.settled_at >= f.since)
            AND (f.until IS NULL OR i.settled_at < f.until)
            AND (cardinality(f.keys) = 0 OR i.cause = ANY (f.keys))
          ORDER BY i.recorded_at, i.key
          LIMIT ?
          """;

  private static final String LIST = "SELECT " + IntentRecords.COLUMNS + WHICH;

  private static final String KEYS = "SELECT i.key " + WHICH;

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

  /** The keys of the first. */
  public List<UUID> keys(String destination, ParkedFilter which, int most) {
    return jdbc.query(
        "choose parked intents",
        KEYS,
        binder(destination, which, Position.START, most),
        row -> row.getObject("key", UUID.class));
  }

  private static Jdbc.Binder binder(
      String destination, ParkedFilter which, Position after, int most) {
    return binds ->
        FilterRow.bind(which, binds)
            .text(destination)
            .text(after.recorded().toString())
            .uuid(after.key())
            .number(most);
  }
}
