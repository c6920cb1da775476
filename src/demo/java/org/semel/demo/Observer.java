// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.semel.estate.Postgres;

/**
 * Looks into the database again and again, over one connection. Rests ten times as long as a look
 * takes, so that it does not slow down what it watches, but for no longer than half a second, in
 * which it could miss what it watches for. Not shared between threads.
 */
final class Observer implements AutoCloseable {

  private static final String COUNT =
      """
      SELECT (SELECT count(*) FROM reservation),
             (SELECT count(*) FROM semel_duplicate),
             (SELECT count(*) FROM semel_intent WHERE state = 'delivered'),
             (SELECT count(*) FROM pg_prepared_xacts)
      """;

  private static final long SHORTEST_REST = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long LONGEST_REST = TimeUnit.MILLISECONDS.toNanos(500);
  private static final int RESTS = 10;

  private final Connection connection;
  private final PreparedStatement count;
  private long took;

  Observer(Postgres postgres) {
    try {
      connection = postgres.owner().getConnection();
      count = connection.prepareStatement(COUNT);
    } catch (SQLException e) {
      throw new IllegalStateException("the database does not answer", e);
    }
  }

  Look look() {
    long before = System.nanoTime();
    try (ResultSet row = count.executeQuery()) {
      row.next();
      Look look = new Look(before, row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4));
      took = System.nanoTime() - before;
      return look;
    } catch (SQLException e) {
      throw new IllegalStateException("the database does not answer", e);
    }
  }

  /** Until the next look is due. */
  void rest() {
    LockSupport.parkNanos(Math.max(SHORTEST_REST, Math.min(LONGEST_REST, RESTS * took)));
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException("the database does not answer", e);
    }
  }
}
