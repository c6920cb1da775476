// SPDX-License-Identifier: Apache-2.0
package org.semel.it.alerts;

import jakarta.enterprise.context.ApplicationScoped;
import java.net.ConnectException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.apache.camel.Body;
import org.apache.camel.CamelContext;
import org.apache.camel.http.base.HttpOperationFailedException;
import org.apache.camel.spi.RouteController;

/** What the routes of an application do that has every fault of which an alert tells. */
@ApplicationScoped
public class AlertWork {

  /** What the hanging route waits for, and whether what is away has come back. */
  public static final String DDL =
      """
      CREATE TABLE IF NOT EXISTS alerts_gate (open boolean NOT NULL, mended boolean NOT NULL);
      DELETE FROM alerts_gate;
      INSERT INTO alerts_gate VALUES (false, false);
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
  public void hang() throws SQLException, NamingException {
    while (!is("open")) {
      LockSupport.parkNanos(100_000_000);
    }
  }

  /** The outage of a system that is neither broker nor database. */
  public void needWhatIsAway() throws SQLException, NamingException {
    if (!is("mended")) {
      throw new SQLNonTransientConnectionException("as told", "08001");
    }
  }

  /** As a provider does whose token has expired. */
  public void deny() throws SQLException, NamingException, HttpOperationFailedException {
    if (!is("mended")) {
      throw new HttpOperationFailedException(
          "https://provider.example", 401, "Unauthorized", null, Map.of(), "");
    }
  }

  /** As one does that is not there. */
  public void notReach() throws SQLException, NamingException, ConnectException {
    if (!is("mended")) {
      throw new ConnectException("as told");
    }
  }

  /** As one does that does not answer, over a client that no interrupt reaches. */
  public void clog() throws NamingException {
    boolean answers = false;
    while (!answers) {
      LockSupport.parkNanos(100_000_000);
      Thread.interrupted();
      try {
        answers = is("mended");
      } catch (SQLException interrupted) { // asks again
        answers = false;
      }
    }
  }

  /**
   * Stops the routes of another consumer and a destination, or starts them; and starts one again
   * that is refused.
   */
  public void stopOrStart(@Body String told, CamelContext camel) throws Exception {
    RouteController routes = camel.getRouteController();
    routes.stopRoute("alerts-refused");
    if (told.contains("stop")) {
      routes.stopRoute("alerts-failing");
      routes.stopRoute("alerts-idle");
      startInVain(routes);
    } else {
      routes.startRoute("alerts-failing");
      routes.startRoute("alerts-idle");
      routes.startRoute("alerts-refused");
    }
  }

  private static void startInVain(RouteController routes) {
    try {
      routes.startRoute("alerts-refused");
    } catch (Exception refused) { // as is meant
      return;
    }
    throw new IllegalStateException("alerts-refused has started");
  }

  @SuppressWarnings("BanJNDI") // the name is no user's input
  private static boolean is(String column) throws SQLException, NamingException {
    DataSource source = InitialContext.doLookup("jdbc/semel");
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet gate = statement.executeQuery("SELECT open, mended FROM alerts_gate")) {
      return gate.next() && gate.getBoolean(column);
    }
  }
}
