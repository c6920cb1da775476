// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.semel.small.Proxied;

/**
 * A moment at which a thread of the application runs out of memory: at one of Semel's own
 * statements, counted since the application started. No message is to blame for it.
 *
 * @param at which of them, from 1
 * @param when before it reaches the database, or behind it
 */
record Strike(int at, When when) implements Part {

  /** On which side of the statement. */
  enum When {
    BEFORE,
    BEHIND
  }

  @Override
  public String line() {
    return "strike %d %s".formatted(at, Part.word(when));
  }

  /** The same data source, whose statements are counted while this says so. */
  static DataSource over(DataSource real, Watch watch) {
    return Proxied.as(
        DataSource.class,
        (method, arguments) -> {
          Object answer = Proxied.call(real, method, arguments);
          return answer instanceof Connection connection ? over(connection, watch) : answer;
        });
  }

  private static Connection over(Connection real, Watch watch) {
    return Proxied.as(
        Connection.class,
        (method, arguments) -> {
          Object answer = Proxied.call(real, method, arguments);
          return answer instanceof PreparedStatement statement
                  && arguments != null
                  && arguments[0] instanceof String sql
              ? over(statement, sql, watch)
              : answer;
        });
  }

  private static PreparedStatement over(PreparedStatement real, String sql, Watch watch) {
    return Proxied.as(
        PreparedStatement.class,
        (method, arguments) -> {
          if (!method.getName().startsWith("execute") || !watch.strikes(sql)) {
            return Proxied.call(real, method, arguments);
          }
          if (watch.strike.when == When.BEHIND) {
            Object unused = Proxied.call(real, method, arguments);
          }
          throw new OutOfMemoryError("struck at " + sql);
        });
  }

  /** Counts the statements of the threads that receive, and says which is struck. */
  static final class Watch {

    private final Strike strike;

    /** Who acts is not struck. */
    private final Thread player = Thread.currentThread();

    private final AtomicInteger seen = new AtomicInteger();
    private volatile boolean begun;

    Watch(Strike strike) {
      this.strike = strike;
    }

    /** The application has started. */
    void begins() {
      begun = true;
    }

    /** It starts: who proves is not struck. */
    void rests() {
      begun = false;
    }

    /** A relay's doubt about what it has sent is another subject: its leases last for minutes. */
    private boolean strikes(String sql) {
      return begun
          && Thread.currentThread() != player
          && sql.contains("semel_")
          && (!sql.contains("semel_intent") || sql.strip().startsWith("INSERT"))
          && seen.incrementAndGet() == strike.at;
    }
  }
}
