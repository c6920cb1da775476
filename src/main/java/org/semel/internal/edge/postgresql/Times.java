// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the database's times from rows. */
public final class Times {

  private Times() {}

  /** A time from a column that is never null. */
  public static Instant at(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  /** A time, if the column has one. */
  public static Optional<Instant> maybe(ResultSet row, String column) throws SQLException {
    @Nullable OffsetDateTime at = row.getObject(column, OffsetDateTime.class);
    return Optional.ofNullable(at).map(OffsetDateTime::toInstant);
  }
}
