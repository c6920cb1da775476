// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XASession;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;
import org.semel.explore.Strike.Place;
import org.semel.explore.Strike.Side;
import org.semel.explore.Strike.Watch;
import org.semel.small.Proxied;

/** Data sources and connection factories, one of whose calls is struck. */
final class StruckCalls {

  private static final Set<Class<?>> WATCHED =
      Set.of(
          Connection.class,
          XAConnection.class,
          Session.class,
          XASession.class,
          MessageConsumer.class,
          MessageProducer.class);

  private static final Map<String, Place> PLACES =
      Map.of(
          "receive", Place.RECEIVE,
          "receiveNoWait", Place.RECEIVE,
          "send", Place.SEND);

  private StruckCalls() {}

  /** Over one whose connections are XA connections, or not, for the process that is to start. */
  static ConnectionFactory over(ConnectionFactory real, Watch watch) {
    int process = watch.process();
    return (ConnectionFactory)
        (real instanceof XAConnectionFactory
            ? as(real, watch, process, ConnectionFactory.class, XAConnectionFactory.class)
            : as(real, watch, process, ConnectionFactory.class));
  }

  private static Object as(Object real, Watch watch, int process, Class<?>... types) {
    return Proxy.newProxyInstance(
        StruckCalls.class.getClassLoader(),
        types,
        (proxy, method, arguments) ->
            method.getName().equals("equals") && arguments != null
                ? proxy == arguments[0]
                : shown(method, passed(real, method, arguments, watch), watch, process));
  }

  private static @Nullable Object passed(
      Object real, Method method, @Nullable Object @Nullable [] arguments, Watch watch)
      throws Throwable {
    Place place = place(real, method.getName());
    return place == null
        ? Proxied.call(real, method, arguments)
        : watch.pass(place, () -> Proxied.call(real, method, arguments));
  }

  private static @Nullable Place place(Object real, String method) {
    return real instanceof Session && method.equals("commit")
        ? Place.ACKNOWLEDGE
        : PLACES.get(method);
  }

  private static @Nullable Object shown(
      Method method, @Nullable Object answer, Watch watch, int process) throws JMSException {
    if (answer instanceof XAResource branch) {
      return new StruckBranch(branch, Side.BROKER, watch);
    }
    if (answer instanceof Connection connection) {
      watch.connected(connection, process);
    }
    return answer != null && WATCHED.contains(method.getReturnType())
        ? as(answer, watch, process, method.getReturnType())
        : answer;
  }

  /** The same data source, for the process that is to start: once that has ended, it gives none. */
  static DataSource ofOneProcess(DataSource real, Watch watch) {
    int process = watch.process();
    return Proxied.as(
        DataSource.class,
        (method, arguments) -> {
          if (method.getName().equals("getConnection") && watch.hasEnded(process)) {
            throw new SQLException("the process has ended", "08001");
          }
          return Proxied.call(real, method, arguments);
        });
  }

  /** The same data source, whose statements are counted. */
  static DataSource over(DataSource real, Watch watch) {
    return Proxied.as(
        DataSource.class,
        (method, arguments) -> {
          Object answer = Proxied.call(real, method, arguments);
          return answer instanceof java.sql.Connection connection
              ? over(connection, watch)
              : answer;
        });
  }

  private static java.sql.Connection over(java.sql.Connection real, Watch watch) {
    return Proxied.as(
        java.sql.Connection.class,
        (method, arguments) -> {
          Object answer = Proxied.call(real, method, arguments);
          return answer instanceof PreparedStatement statement
                  && arguments != null
                  && arguments[0] instanceof String sql
                  && (watch.isKill() ? sql.contains("semel_") : isWatched(sql))
              ? over(statement, watch)
              : answer;
        });
  }

  /** A relay's doubt about what it has sent is another subject. */
  private static boolean isWatched(String sql) {
    return sql.contains("semel_")
        && (!sql.contains("semel_intent") || sql.strip().startsWith("INSERT"));
  }

  private static PreparedStatement over(PreparedStatement real, Watch watch) {
    return Proxied.as(
        PreparedStatement.class,
        (method, arguments) ->
            method.getName().startsWith("execute")
                ? watch.pass(Place.STATEMENT, () -> Proxied.call(real, method, arguments))
                : Proxied.call(real, method, arguments));
  }
}
