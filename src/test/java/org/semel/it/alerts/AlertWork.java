// SPDX-License-Identifier: Apache-2.0
package org.semel.it.alerts;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.apache.camel.Body;

/** What the routes of an application do that has every fault of which an alert tells. */
@ApplicationScoped
public class AlertWork {

  /** What the hanging route waits for. */
  public static final String DDL =
      """
      CREATE TABLE IF NOT EXISTS alerts_gate (open boolean NOT NULL);
      DELETE FROM alerts_gate;
      INSERT INTO alerts_gate VALUES (false);
      GRANT SELECT ON alerts_gate TO semel;
      """;

  private final AtomicInteger altered = new AtomicInteger();

  public void take() {}

  public void fail() {
    throw new IllegalStateException("as told");
  }

  /** Other bytes each time. */
  public String alter(@Body String body) {
    return body + altered.incrementAndGet();
  }

  /** Until somebody opens the gate. */
  @SuppressWarnings("BanJNDI") // the name is no user's input
  public void hang() throws SQLException, NamingException {
    DataSource source = InitialContext.doLookup("jdbc/semel");
    while (!isOpen(source)) {
      LockSupport.parkNanos(100_000_000);
    }
  }

  private static boolean isOpen(DataSource source) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet gate = statement.executeQuery("SELECT open FROM alerts_gate")) {
      return gate.next() && gate.getBoolean("open");
    }
  }
}
