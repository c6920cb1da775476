// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.semel.small.Proxied;

/**
 * The reading of a relay that looks for intents in their order, while a transaction is in doubt, so
 * that no dead entry of an index is cleaned away. Entries are counted, and no time.
 */
final class OrderedLooks implements AutoCloseable {

  /** What is in doubt of the explorer's own begins so. */
  static final String DOUBT = "explored-";

  /** For each intent that waits and each lease, which leaves dead entries until the doubt ends. */
  private static final long EACH = 4;

  /** For leases that were undone, and so are not counted. */
  private static final long ALL = 200;

  private static final String ENTRIES =
      "SELECT pg_stat_get_xact_tuples_returned('public.semel_intent_order'::regclass)";

  private static final String WAITING =
      """
      SELECT coalesce(sum(1 + lease) FILTER (WHERE state IN ('pending', 'leased', 'parked')), 0)
        + count(DISTINCT order_key) * coalesce(max(lease), 0)
      FROM public.semel_intent WHERE destination = ? AND order_key IS NOT NULL
      """;

  private final Looks looks;
  private final String destination;
  private final boolean counts;
  private final AtomicLong beyond = new AtomicLong();

  /** Of this destination, from now on. */
  OrderedLooks(Looks looks, String destination, Case played) {
    this.looks = looks;
    this.destination = destination;
    this.counts = played.has(Key.DOUBT, "stays");
    if (counts) {
      looks.execute(
          "BEGIN; SELECT pg_current_xact_id(); PREPARE TRANSACTION '%s'"
              .formatted(DOUBT + destination));
    }
  }

  /** Of a data source of Semel's. */
  DataSource over(DataSource real) {
    return counts
        ? Proxied.as(
            DataSource.class,
            (method, arguments) -> {
              Object answer = Proxied.call(real, method, arguments);
              return answer instanceof Connection connection ? over(connection) : answer;
            })
        : real;
  }

  private Connection over(Connection real) {
    return Proxied.as(
        Connection.class,
        (method, arguments) -> {
          Object answer = Proxied.call(real, method, arguments);
          return answer instanceof PreparedStatement statement
                  && arguments != null
                  && arguments[0] instanceof String sql
                  && sql.contains("semel_intent")
                  && sql.contains("order_key IS NULL OR")
              ? over(statement, real)
              : answer;
        });
  }

  private PreparedStatement over(PreparedStatement real, Connection connection) {
    return Proxied.as(
        PreparedStatement.class,
        (method, arguments) ->
            method.getName().startsWith("execute")
                ? counted(real, method, arguments, connection)
                : Proxied.call(real, method, arguments));
  }

  private @Nullable Object counted(
      PreparedStatement look,
      Method method,
      @Nullable Object @Nullable [] arguments,
      Connection connection)
      throws Throwable {
    long waiting = number(connection, WAITING, destination);
    long before = number(connection, ENTRIES);
    Object answer = Proxied.call(look, method, arguments);
    long read = number(connection, ENTRIES) - before;
    beyond.accumulateAndGet(read - EACH * waiting - ALL, Math::max);
    return answer;
  }

  private static long number(Connection connection, String sql, String... parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  void found(Tally found) {
    found.add("a look in order has read more than it may", beyond.get());
  }

  @Override
  public void close() {
    if (counts) {
      looks.execute("ROLLBACK PREPARED '%s'".formatted(DOUBT + destination));
    }
  }
}
