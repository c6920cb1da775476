// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.proof;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Session;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * A real connection factory whose sessions acknowledge each message as it is received, whatever
 * they are asked for.
 */
final class SelfAcknowledging {

  private SelfAcknowledging() {}

  static ConnectionFactory over(ConnectionFactory real) {
    return proxy(
        ConnectionFactory.class,
        (method, arguments) -> {
          Object made = call(real, method, arguments);
          return made instanceof Connection connection ? connection(connection) : made;
        });
  }

  private static Connection connection(Connection real) {
    return proxy(
        Connection.class,
        (method, arguments) ->
            method.getName().equals("createSession")
                ? real.createSession(false, Session.AUTO_ACKNOWLEDGE)
                : call(real, method, arguments));
  }

  /** What a call comes to. */
  private interface Answer {
    Object to(Method method, Object[] arguments) throws Throwable;
  }

  private static <T> T proxy(Class<T> as, Answer answer) {
    return as.cast(
        Proxy.newProxyInstance(
            SelfAcknowledging.class.getClassLoader(),
            new Class<?>[] {as},
            (proxy, method, arguments) -> answer.to(method, arguments)));
  }

  private static Object call(Object real, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
