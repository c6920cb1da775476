// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.operate.Audit;
import org.semel.internal.tx.Transactions;
import org.semel.operations.AuditContract;
import org.semel.operations.AuditEntry.Act;
import org.semel.small.SmallServer;

class PostgresAuditTest extends AuditContract {

  private final SmallServer server = SmallServer.shared();
  private final AuditTable table = new AuditTable(server.jdbc());

  @Override
  protected Transactions transactions() {
    return server.transactions();
  }

  @Override
  protected Audit audit() {
    return table;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE semel_audit SET who = 'nobody'",
        "DELETE FROM semel_audit",
        "TRUNCATE semel_audit"
      })
  void theRoleOfRunTimeCannotRewriteIt(String forgery) throws SQLException {
    write(entry(Act.RELEASE, "took effect"));
    try (Connection connection = server.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      assertThat(stateOf(statement, forgery)).isEqualTo("42501");
    }
  }

  private static String stateOf(Statement statement, String sql) {
    try {
      statement.execute(sql);
      return "00000";
    } catch (SQLException e) {
      return e.getSQLState();
    }
  }
}
