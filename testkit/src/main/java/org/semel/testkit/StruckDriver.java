// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;
import org.semel.xa.PostgresXADataSource;

/**
 * Semel's driver, whose connections pass crash points. Not for tests: a pool needs a public class
 * to make.
 */
public final class StruckDriver extends PostgresXADataSource {

  private static final long serialVersionUID = 1L;

  private static final Object[] NONE = {};

  private static final Pattern WRITES =
      Pattern.compile(
          "\\b(INSERT\\s+INTO|(?<!FOR )UPDATE(?!\\s+OF|\\s+SET)|DELETE\\s+FROM)\\s+(?:ONLY\\s+)?([\\w.\"]+)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern STATE =
      Pattern.compile("\\bSET\\s+state\\s*=\\s*'(\\w+)'", Pattern.CASE_INSENSITIVE);

  /** For a pool, which finds this class by its name. */
  public StruckDriver() {}

  @Override
  public XAConnection getXAConnection(@Nullable String user, @Nullable String password)
      throws SQLException {
    CrashPoints points = CrashPoints.of(String.valueOf(getApplicationName()));
    points.alive();
    AtomicBoolean branch = new AtomicBoolean();
    XAConnection real = super.getXAConnection(user, password);
    return proxy(
        XAConnection.class,
        real,
        (method, arguments) -> {
          points.alive();
          Object result = call(real, method, arguments);
          if (result instanceof XAResource resource) {
            return StruckResource.over(resource, "database", points, branch);
          }
          return result instanceof Connection connection
              ? connection(connection, points, branch)
              : result;
        });
  }

  private static Connection connection(Connection real, CrashPoints points, AtomicBoolean branch) {
    return proxy(
        Connection.class,
        real,
        (method, arguments) -> {
          points.alive();
          Object result = call(real, method, arguments);
          String sql = arguments.length > 0 && arguments[0] instanceof String text ? text : "";
          if (result instanceof PreparedStatement prepared) {
            return statement(
                result instanceof CallableStatement
                    ? CallableStatement.class
                    : PreparedStatement.class,
                prepared,
                sql,
                points,
                branch);
          }
          return result instanceof Statement plain
              ? statement(Statement.class, plain, "", points, branch)
              : result;
        });
  }

  private static <S extends Statement> Object statement(
      Class<?> type, S real, String prepared, CrashPoints points, AtomicBoolean branch) {
    return proxy(
        type,
        real,
        (method, arguments) -> {
          points.alive();
          if (method.getName().startsWith("execute")) {
            boolean given = arguments.length > 0 && arguments[0] instanceof String;
            writing(given ? String.valueOf(arguments[0]) : prepared)
                .ifPresent(event -> written(event, points, branch));
          }
          return call(real, method, arguments);
        });
  }

  private static void written(String event, CrashPoints points, AtomicBoolean branch) {
    if (!branch.get() && !event.contains(" semel_")) {
      points.found(Evidence.Kind.NO_TRANSACTION, points.receivingStep(), event);
    }
    points.write(event);
  }

  /** What a statement writes; empty if nothing, or nothing of a message. */
  private static Optional<String> writing(String sql) {
    Matcher writes = WRITES.matcher(sql);
    if (!writes.find()) {
      return Optional.empty();
    }
    String table = writes.group(2).replace("\"", "").toLowerCase(Locale.ROOT);
    table = table.substring(table.lastIndexOf('.') + 1);
    if (table.startsWith("semel_") && !Rows.OF_A_MESSAGE.contains(table)) {
      return Optional.empty();
    }
    Matcher state = STATE.matcher(sql);
    String verb = writes.group(1).replaceFirst("\\s.*", "").toUpperCase(Locale.ROOT);
    return Optional.of(verb + " " + table + (state.find() ? " as " + state.group(1) : ""));
  }

  /** The answer to a call. */
  interface Answer {
    @Nullable Object to(Method method, Object[] arguments) throws Throwable;
  }

  static <T> T proxy(Class<T> type, Object real, Answer answer) {
    InvocationHandler handler =
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "equals" -> proxy == arguments[0];
              case "hashCode" -> System.identityHashCode(proxy);
              case "toString" -> String.valueOf(real);
              default -> answer.to(method, arguments == null ? NONE : arguments);
            };
    return type.cast(
        Proxy.newProxyInstance(
            StruckDriver.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  static @Nullable Object call(Object real, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }
}
