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

  /** In each database of a cluster, and after an upgrade. */
  @Test
  void theScriptCanBeRunAgainAndTheRoleKeepsItsPassword() throws SQLException {
    SmallServer.shared().postgres().grant();
    try (Connection connection = SmallServer.shared().dataSource().getConnection()) {
      assertThat(connection.isValid(5)).isTrue();
    }
  }

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
