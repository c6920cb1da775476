// SPDX-License-Identifier: Apache-2.0
package org.semel.it.trouble;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.camel.ExchangeProperty;
import org.semel.message.Identity;

/** Works in one transaction for as long as it is not told to end. */
@ApplicationScoped
public class Neighbour {

  /** What somebody else writes about the message, so that it ends. */
  public static final String END = "end";

  private static final AtomicInteger RUNS = new AtomicInteger();

  public void work(@ExchangeProperty("SemelIdentity") Identity identity) throws SQLException {
    int run = RUNS.incrementAndGet();
    mark(identity.key(), "begins in run " + run);
    while (!mayEnd(identity.key())) {
      LockSupport.parkNanos(10_000_000);
    }
    mark(identity.key(), "ends in run " + run);
  }

  private static void mark(String key, String kind) throws SQLException {
    try (Connection connection = Trouble.connection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO mark (id, key, kind) VALUES (0, ?, ?)")) {
      insert.setString(1, key);
      insert.setString(2, kind);
      insert.executeUpdate();
    }
  }

  private static boolean mayEnd(String key) throws SQLException {
    try (Connection connection = Trouble.connection();
        PreparedStatement select =
            connection.prepareStatement("SELECT 1 FROM mark WHERE key = ? AND kind = ?")) {
      select.setString(1, key);
      select.setString(2, END);
      try (ResultSet found = select.executeQuery()) {
        return found.next();
      }
    }
  }
}
