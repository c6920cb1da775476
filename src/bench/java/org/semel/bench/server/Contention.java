// SPDX-License-Identifier: Apache-2.0
package org.semel.bench.server;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Work by which messages get in each other's way, each before its ordinary work. */
@ApplicationScoped
public class Contention {

  private static final int HOT = 10;
  private static final double SLOW = 0.06;

  private final DataSource dataSource = Lookup.of(DataSource.class, "data-source");

  @Inject private Work work;
  @Inject private SeparateTransaction aside;

  /** Updates one of ten rows. */
  public String hot(String body) throws SQLException {
    touch(dataSource, "B" + Math.floorMod(body.hashCode(), HOT));
    return work.committing(body);
  }

  /** Every second message updates a row, every other one the same row in another transaction. */
  public String aside(String body) throws SQLException {
    if (Math.floorMod(body.hashCode(), 2) == 0) {
      touch(dataSource, "B0");
    } else {
      aside.touch();
    }
    return work.committing(body);
  }

  /** Takes sixty milliseconds of the database. */
  public String slow(String body) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement sleep = connection.prepareStatement("SELECT pg_sleep(?)")) {
      sleep.setDouble(1, SLOW);
      sleep.execute();
    }
    return work.committing(body);
  }

  static void touch(DataSource dataSource, String code) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement update =
            connection.prepareStatement("UPDATE stock SET on_hand = on_hand + 1 WHERE code = ?")) {
      update.setString(1, code);
      update.executeUpdate();
    }
  }
}
