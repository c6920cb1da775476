// SPDX-License-Identifier: Apache-2.0
package org.semel.small;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.XAConnectionFactory;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A real connection factory whose receivers do not wait while their broker says that nothing is
 * there for them, where a test lets them ask for what cannot come.
 */
public final class Unwaiting implements InvocationHandler {

  private static final Set<Class<?>> WATCHED =
      Set.of(Connection.class, Session.class, MessageConsumer.class);

  private final Object real;
  private final BooleanSupplier nothingIsThere;

  private Unwaiting(Object real, BooleanSupplier nothingIsThere) {
    this.real = real;
    this.nothingIsThere = nothingIsThere;
  }

  /**
   * Over {@code real}.
   *
   * @param nothingIsThere what the broker says of the queue, messages in delivery included
   */
  public static ConnectionFactory over(ConnectionFactory real, BooleanSupplier nothingIsThere) {
    Unwaiting handler = new Unwaiting(real, nothingIsThere);
    return (ConnectionFactory)
        (real instanceof XAConnectionFactory
            ? handler.as(ConnectionFactory.class, XAConnectionFactory.class)
            : handler.as(ConnectionFactory.class));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (method.getName().equals("receive") && nothingIsThere.getAsBoolean()) {
      return ((MessageConsumer) real).receiveNoWait();
    }
    try {
      Object made = method.invoke(real, arguments);
      return made != null && WATCHED.contains(method.getReturnType())
          ? new Unwaiting(made, nothingIsThere).as(method.getReturnType())
          : made;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private Object as(Class<?>... types) {
    return Proxy.newProxyInstance(Unwaiting.class.getClassLoader(), types, this);
  }
}
