// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import jakarta.jms.Connection;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/** Connections to the broker that pass crash points. */
final class StruckBroker {

  private static final Object[] NONE = {};

  private StruckBroker() {}

  /** The same, and all connections, sessions and consumers that it makes. */
  @SuppressWarnings("unchecked")
  static <T> T over(T real, CrashPoints points) {
    return (T)
        Proxy.newProxyInstance(
            StruckBroker.class.getClassLoader(),
            interfaces(real.getClass()).toArray(Class<?>[]::new),
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "equals" -> proxy == arguments[0];
                  case "hashCode" -> System.identityHashCode(proxy);
                  case "toString" -> String.valueOf(real);
                  default -> answer(real, method, arguments == null ? NONE : arguments, points);
                });
  }

  private static @Nullable Object answer(
      Object real, Method method, Object[] arguments, CrashPoints points) throws Throwable {
    points.alive();
    boolean commits = method.getName().equals("commit");
    if (commits) {
      points.complete("broker commits");
    }
    @Nullable Object result = StruckDriver.call(real, method, arguments);
    if (commits && points.losesAnswer()) {
      String lost = "the answer is lost";
      throw real instanceof JMSContext ? new JMSRuntimeException(lost) : new JMSException(lost);
    }
    return shown(result, points);
  }

  private static @Nullable Object shown(@Nullable Object result, CrashPoints points) {
    if (result instanceof XAResource resource) {
      return StruckResource.over(resource, "broker", points, new AtomicBoolean());
    }
    boolean wrapped =
        result instanceof Connection
            || result instanceof Session
            || result instanceof JMSContext
            || result instanceof MessageConsumer
            || result instanceof JMSConsumer;
    return wrapped && result != null ? over(result, points) : result;
  }

  private static Set<Class<?>> interfaces(Class<?> type) {
    Set<Class<?>> all = new LinkedHashSet<>();
    for (Class<?> one = type; one != null; one = one.getSuperclass()) {
      for (Class<?> implemented : one.getInterfaces()) {
        if (implemented.getName().startsWith("jakarta.jms.")) {
          all.add(implemented);
        }
      }
    }
    return all;
  }
}
