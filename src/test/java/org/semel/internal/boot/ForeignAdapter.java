// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A factory as another broker's resource adapter hands it out, over a real one: nobody knows its
 * classes, none of them is more than Jakarta Messaging demands, and of the ways to open a session
 * only the oldest is there. ActiveMQ Classic's adapter is so.
 */
public final class ForeignAdapter implements InvocationHandler {

  private static final int ARGUMENTS_OF_THE_OLDEST = 2;

  private static final List<Class<?>> SHOWN =
      List.of(
          Connection.class,
          Session.class,
          MessageConsumer.class,
          MessageProducer.class,
          TextMessage.class,
          BytesMessage.class,
          MapMessage.class,
          StreamMessage.class,
          ObjectMessage.class,
          Message.class);

  private final Object real;

  private ForeignAdapter(Object real) {
    this.real = real;
  }

  /** Over {@code real}. */
  public static ConnectionFactory over(ConnectionFactory real) {
    return (ConnectionFactory) shown(real, ConnectionFactory.class);
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    int given = arguments == null ? 0 : arguments.length;
    if (method.getName().equals("createSession") && given != ARGUMENTS_OF_THE_OLDEST) {
      throw new UnsupportedOperationException("createSession() is unsupported");
    }
    try {
      Object answer = method.invoke(real, arguments == null ? null : own(arguments));
      return answer == null ? null : shown(answer);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static Object[] own(Object[] arguments) {
    return Stream.of(arguments).map(ForeignAdapter::own).toArray();
  }

  private static @Nullable Object own(@Nullable Object argument) {
    return argument != null
            && Proxy.isProxyClass(argument.getClass())
            && Proxy.getInvocationHandler(argument) instanceof ForeignAdapter ours
        ? ours.real
        : argument;
  }

  private static Object shown(Object answer) {
    Optional<Class<?>> as = SHOWN.stream().filter(type -> type.isInstance(answer)).findFirst();
    return as.isPresent() ? shown(answer, as.get()) : answer;
  }

  private static Object shown(Object real, Class<?> as) {
    return Proxy.newProxyInstance(
        ForeignAdapter.class.getClassLoader(), new Class<?>[] {as}, new ForeignAdapter(real));
  }
}
