// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XASession;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A real connection factory of which some commits do not reach the broker, as if the server had
 * died right before: the broker hands the messages out again.
 */
public final class LosingFactory implements InvocationHandler {

  private static final Set<Class<?>> TO_WATCH =
      Set.of(
          Connection.class, XAConnection.class, Session.class, XASession.class, XAResource.class);

  private final Object real;
  private final AtomicInteger losses;

  private LosingFactory(Object real, AtomicInteger losses) {
    this.real = real;
    this.losses = losses;
  }

  /**
   * Over {@code real}.
   *
   * @param losses how many commits are still to be lost
   */
  public static ConnectionFactory over(ConnectionFactory real, AtomicInteger losses) {
    return real instanceof XAConnectionFactory
        ? (ConnectionFactory)
            proxy(real, losses, ConnectionFactory.class, XAConnectionFactory.class)
        : (ConnectionFactory) proxy(real, losses, ConnectionFactory.class);
  }

  private static Object proxy(Object real, AtomicInteger losses, Class<?>... as) {
    return Proxy.newProxyInstance(
        LosingFactory.class.getClassLoader(), as, new LosingFactory(real, losses));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (method.getName().equals("commit") && losses.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
      lose(arguments);
      return null;
    }
    try {
      Object result = method.invoke(real, arguments);
      return result != null && TO_WATCH.contains(method.getReturnType())
          ? proxy(result, losses, method.getReturnType())
          : result;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private void lose(Object[] arguments) throws Exception {
    if (real instanceof XAResource branch) {
      branch.rollback((Xid) arguments[0]);
      return;
    }
    ((Session) real).rollback();
    throw new JMSException("the commit got lost");
  }
}
