// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.desk.operate.audit.Audit;
import org.semel.internal.engine.tx.Transactions;
import org.semel.operations.AuditContract;
import org.semel.operations.AuditEntry;
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

  /** Another version writes such a line, or whoever has the password of the role of run time. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "'AN_ACT_OF_A_LATER_VERSION', 'ann', 'mended'",
        "'RELEASE', '', 'mended'",
        "'RELEASE', repeat('a', 201), 'mended'",
        "'RELEASE', repeat(U&'\\+01F600', 101), 'mended'",
        "'RELEASE', 'ann', ''",
        "'RELEASE', 'ann', U&'\\2003'",
        "'RELEASE', 'ann', repeat('a', 2001)"
      })
  void aLineThatNoActOfThisVersionWritesIsReadWithTheOthers(String foreign) {
    write(entry(Act.RELEASE, "took effect"));
    SmallServer.shared()
        .postgres()
        .execute(
            "INSERT INTO semel_audit (identity, subject, outcome, act, who, why) VALUES ('%s', 'parked 2', 'foreign', %s)"
                .formatted(identity.digest(), foreign));
    assertThat(lines(10))
        .extracting(line -> line.entry().outcome())
        .containsExactly("foreign", "took effect");
    assertThat(latest(Long.MAX_VALUE))
        .extracting(AuditEntry.Noted::outcome)
        .containsExactly("foreign", "took effect");
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
