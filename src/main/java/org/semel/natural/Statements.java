// SPDX-License-Identifier: Apache-2.0
package org.semel.natural;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Runs one statement in the caller's transaction. */
final class Statements {

  private final DataSource dataSource;

  Statements(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  int update(String act, String sql, List<? extends @Nullable Object> values) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, values);
      return statement.executeUpdate();
    } catch (SQLException e) {
      throw new WriteFailed(act, e);
    }
  }

  /** The first column of the first row, as text. */
  Optional<String> first(String act, String sql, List<? extends @Nullable Object> values) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, values);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? Optional.of(String.valueOf(rows.getString(1))) : Optional.empty();
      }
    } catch (SQLException e) {
      throw new WriteFailed(act, e);
    }
  }

  private static void bind(PreparedStatement statement, List<? extends @Nullable Object> values)
      throws SQLException {
    for (int i = 0; i < values.size(); i++) {
      statement.setObject(i + 1, values.get(i));
    }
  }
}
