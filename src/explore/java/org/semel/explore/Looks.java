// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.semel.estate.Postgres;

/**
 * Asks the database about a case, as its owner, over one connection for all questions: many are
 * asked while something ends, and a session for each would cost more than what is asked.
 */
final class Looks implements AutoCloseable {

  /** Of all tables with consumers; a case that goes on under another name is the same case. */
  private static final String CONSUMER = "consumer = ?";

  private static final String UNDER_EITHER_NAME = "split_part(consumer, '-r', 1) = ?";

  private final Connection connection;

  Looks(Postgres postgres) {
    try {
      connection = postgres.owner().getConnection();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Under which the consumer of this name goes on. */
  static String otherName(String name) {
    return name + "-r";
  }

  /** The first column of all rows that {@code sql} selects. */
  synchronized List<String> texts(String sql, Object... parameters) {
    try (PreparedStatement statement =
        connection.prepareStatement(sql.replace(CONSUMER, UNDER_EITHER_NAME))) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      List<String> texts = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          texts.add(rows.getString(1));
        }
      }
      return texts;
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** The one number that {@code sql} selects. */
  long number(String sql, Object... parameters) {
    return Long.parseLong(texts(sql, parameters).get(0));
  }

  synchronized void execute(String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
