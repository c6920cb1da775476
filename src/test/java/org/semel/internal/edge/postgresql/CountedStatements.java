// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Counts the statements that are run over a data source. */
final class CountedStatements {

  private final AtomicInteger count = new AtomicInteger();
  private final DataSource dataSource;

  CountedStatements(DataSource counted) {
    this.dataSource =
        proxy(DataSource.class, (proxy, method, arguments) -> get(counted, method, arguments));
  }

  /** The same one, counted. */
  DataSource dataSource() {
    return dataSource;
  }

  /** How many this act runs. */
  int of(Runnable act) {
    int before = count.get();
    act.run();
    return count.get() - before;
  }

  private Object get(DataSource counted, Method method, Object[] arguments) throws Throwable {
    Object result = call(counted, method, arguments);
    return result instanceof Connection connection
        ? proxy(Connection.class, (proxy, called, with) -> prepare(connection, called, with))
        : result;
  }

  private Object prepare(Connection connection, Method method, Object[] arguments)
      throws Throwable {
    if (method.getName().equals("prepareStatement")) {
      count.incrementAndGet();
    }
    return call(connection, method, arguments);
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object call(Object on, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
