// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.semel.operations.ParkedFilter;

/** A {@link ParkedFilter} as the row {@code f} of a statement. */
public final class FilterRow {

  public static final String ROW =
      """
      (VALUES (?::text, ?::text, ?::text, ?::timestamptz, ?::timestamptz, ?::text[], ?::text))
        AS f (reason, failure_group, part, since, until, keys, message_id)
      """;

  private FilterRow() {}

  public static Binds bind(ParkedFilter which, Binds binds) throws SQLException {
    return binds
        .text(which.reason().orElse(null))
        .text(which.group().orElse(null))
        .text(which.text().orElse(null))
        .text(which.parked().since().map(Instant::toString).orElse(null))
        .text(which.parked().until().map(Instant::toString).orElse(null))
        .texts(List.copyOf(which.keys()), key -> key)
        .text(which.messageId().orElse(null));
  }
}
