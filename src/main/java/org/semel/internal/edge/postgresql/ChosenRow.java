// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.semel.operations.RowVersion;

/**
 * A row that a plan was made of. PostgreSQL tells which transaction has written a row as it stands;
 * every change makes it another.
 *
 * @param id its number or its key, as text
 * @param seen its version then
 */
public record ChosenRow(String id, RowVersion seen) {

  /** The columns of a query for such rows. */
  public static String columns(String id, String table) {
    return id + "::text AS id, " + table + ".xmin::text::bigint AS version";
  }

  public static ChosenRow read(ResultSet row) throws SQLException {
    return new ChosenRow(row.getString("id"), new RowVersion(row.getLong("version")));
  }
}
