// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.semel.Code;
import org.semel.SemelException;

/** What time it is by the database's clock; asked in the caller's transaction. */
final class DatabaseTime implements Supplier<Instant> {

  private final DataSource dataSource;

  DatabaseTime(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  @Override
  public Instant get() {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement("SELECT clock_timestamp()");
        ResultSet now = statement.executeQuery()) {
      now.next();
      return now.getObject(1, OffsetDateTime.class).toInstant();
    } catch (SQLException e) {
      throw new SemelException(Code.STORE_FAILED, "Could not ask the database for the time.", e);
    }
  }
}
