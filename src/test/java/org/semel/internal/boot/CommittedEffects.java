// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.apache.camel.Exchange;
import org.semel.estate.Postgres;
import org.semel.small.SmallServer;

/** A table of the application's, in which a second effect would be a second row. */
final class CommittedEffects implements AutoCloseable {

  private final SmallServer server = SmallServer.shared();
  private final String consumer;

  CommittedEffects(String consumer) {
    this.consumer = consumer;
    server
        .postgres()
        .execute(
            "CREATE TABLE IF NOT EXISTS its_effect (consumer text, key text)"); // a test failed
    server.postgres().execute("GRANT SELECT, INSERT ON its_effect TO " + Postgres.ROLE);
  }

  /** A step of a route: the message's body is the row, in the transaction of the message. */
  void add(Exchange exchange) throws SQLException {
    try (Connection connection = server.dataSource().getConnection();
        PreparedStatement statement =
            connection.prepareStatement("INSERT INTO its_effect VALUES (?, ?)")) {
      statement.setString(1, consumer);
      statement.setString(2, exchange.getMessage().getBody(String.class));
      statement.executeUpdate();
    }
  }

  /** What has been committed, in order. */
  List<String> keys() {
    return server
        .postgres()
        .texts("SELECT key FROM its_effect WHERE consumer = ? ORDER BY key", consumer);
  }

  @Override
  public void close() {
    server.postgres().execute("DROP TABLE IF EXISTS its_effect");
  }
}
