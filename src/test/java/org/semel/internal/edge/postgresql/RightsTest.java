// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.semel.small.SmallServer;

/** What rights.sql gives the role beside its rights. */
class RightsTest {

  @Test
  void whoFallsSilentInATransactionIsEndedByTheDatabaseAfterSixMinutes() throws SQLException {
    try (Connection connection = SmallServer.shared().dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SHOW idle_in_transaction_session_timeout")) {
      rows.next();
      assertThat(rows.getString(1)).isEqualTo("6min");
    }
  }
}
