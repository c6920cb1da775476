// SPDX-License-Identifier: Apache-2.0
package org.semel.it.trouble;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.apache.camel.Body;
import org.apache.camel.ExchangeProperty;
import org.semel.message.Identity;

/** Leaves a mark, through JPA, and then goes wrong in the way it is told. */
@ApplicationScoped
public class Trouble {

  static final AtomicBoolean MENDED = new AtomicBoolean();

  @PersistenceContext private EntityManager entities;

  @Resource private TransactionSynchronizationRegistry transaction;

  public void make(@Body String kind, @ExchangeProperty("SemelIdentity") Identity identity)
      throws SQLException {
    String key = identity.key();
    entities.persist(new Mark(key, kind));
    switch (kind) {
      case "throws" -> throw new IllegalStateException("as told");
      case "overflows" -> overflow(0);
      case "marks" -> transaction.setRollbackOnly();
      case "swallows" -> swallow();
      case "asks for too long" -> query("SELECT pg_sleep(600)");
      case "violates at flush" -> entities.persist(new Mark(key, null));
      case "overruns" -> overrun(key);
      case "cannot be prepared" -> query("NOTIFY trouble");
      case "breaks until mended" -> breakUntilMended();
      default -> {}
    }
  }

  @SuppressWarnings("InfiniteRecursion") // as told
  private static int overflow(int depth) {
    return overflow(depth + 1) + 1;
  }

  private static void breakUntilMended() {
    if (!MENDED.get()) {
      throw new IllegalStateException("not mended yet");
    }
  }

  private void swallow() {
    try {
      query("SELECT 1 / 0");
    } catch (SQLException swallowed) {
      transaction.getTransactionStatus();
    }
  }

  /** By a name that each server knows. */
  @SuppressWarnings("BanJNDI") // the name is no user's input
  static Connection connection() throws SQLException {
    try {
      return InitialContext.<DataSource>doLookup("jdbc/semel").getConnection();
    } catch (NamingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits for the transaction to be rolled back under its feet, and then writes on. */
  private void overrun(String key) throws SQLException {
    while (transaction.getTransactionStatus() == Status.STATUS_ACTIVE) {
      LockSupport.parkNanos(10_000_000);
    }
    query("INSERT INTO mark (id, key, kind) VALUES (0, '" + key + "', 'late')");
  }

  private static void query(String sql) throws SQLException {
    try (Connection connection = connection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
