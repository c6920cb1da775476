// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.semel.estate.Postgres;

/** The database's session of the caller's transaction, which ends between prepare and commit. */
record EndedSession(Postgres postgres, int backend, String transaction) {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  static EndedSession of(DataSource dataSource, Postgres postgres) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT pg_backend_pid(), pg_current_xact_id()::xid")) {
      row.next();
      return new EndedSession(postgres, row.getInt(1), row.getString(2));
    }
  }

  /** By an administrator. */
  void end() {
    postgres.execute("SELECT pg_terminate_backend(%d)".formatted(backend));
    await("the session has ended")
        .atMost(PATIENCE)
        .until(
            () ->
                postgres.number("SELECT count(*) FROM pg_stat_activity WHERE pid = ?", backend)
                    == 0);
  }

  /**
   * Commits what is prepared, as recovery does.
   *
   * @return how many there were: none unless it had prepared before its session ended
   */
  int recover() {
    List<String> prepared =
        postgres.texts(
            "SELECT gid FROM pg_prepared_xacts WHERE transaction::text = ?", transaction);
    prepared.forEach(gid -> postgres.execute("COMMIT PREPARED '%s'".formatted(gid)));
    return prepared.size();
  }
}
