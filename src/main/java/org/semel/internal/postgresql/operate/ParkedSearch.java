// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.operate;

import java.util.List;
import org.semel.internal.postgresql.FilterRow;
import org.semel.internal.postgresql.Jdbc;
import org.semel.operations.ParkedFilter;

/**
 * {@code semel_parked}: finds the waiting cases that match a filter. Reads the waiting cases of one
 * consumer only.
 */
final class ParkedSearch {

  private static final String SEARCH =
      """
      SELECT p.id
      FROM semel_parked AS p,
      """
          + FilterRow.ROW
          + """
          WHERE p.consumer = ? AND p.state = 'parked' AND p.id > ?
            AND (f.reason IS NULL OR p.reason = f.reason)
            AND (f.part IS NULL OR position(f.part IN p.detail) > 0 OR position(f.part IN p.failure) > 0)
            AND (f.since IS NULL OR p.parked_at >= f.since)
            AND (f.until IS NULL OR p.parked_at < f.until)
            AND (cardinality(f.keys) = 0 OR p.key = ANY (f.keys))
            AND (f.message_id IS NULL OR p.message_id = f.message_id)
          ORDER BY p.id
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
        SEARCH,
        binds -> FilterRow.bind(which, binds).text(consumer).number(after).number(most),
        row -> row.getLong("id"));
  }
}
