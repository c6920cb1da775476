// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.body;

import jakarta.jms.MessageConsumer;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stands between Artemis' JMS consumer and its core consumer. The JMS consumer converts a message
 * before it acknowledges it, in memory of any size. If it cannot convert what a producer wrote, it
 * throws, has acknowledged nothing, and throws again at each further delivery. Therefore each
 * message that is neither plain text nor plain bytes passes the JMS consumer as bytes, and is read
 * here.
 *
 * <p>The resource adapter and pools wrap the JMS consumer. Their locks and checks stay in force.
 */
public final class CoreConsumer implements InvocationHandler {

  private static final String CLIENT =
      "org.apache.activemq.artemis.jms.client.ActiveMQMessageConsumer";

  /** The most wrappers that are unwrapped; real ones are fewer. */
  private static final int MOST_WRAPPERS = 5;

  private final Object core;
  private Optional<CoreMessage> last = Optional.empty();

  private CoreConsumer(Object core) {
    this.core = core;
  }

  /** Puts one below {@code consumer}; empty if that belongs to another broker. */
  public static Optional<CoreConsumer> beneath(MessageConsumer consumer) {
    try {
      Object client = client(consumer);
      return client == null ? Optional.empty() : Optional.of(put(client));
    } catch (ReflectiveOperationException | RuntimeException e) {
      return Optional.empty(); // a client that hides it: then JMS is all there is
    }
  }

  /** The core message of the message received last, if it was presented as bytes. */
  public Optional<CoreMessage> last() {
    return last;
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    try {
      Object answer = method.invoke(core, arguments);
      if (method.getName().startsWith("receive")) {
        last = answer == null ? Optional.empty() : presentedAsBytes(answer);
      }
      return answer;
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }

  /**
   * The core message of {@code received}, if it was presented as bytes; empty if the client reads
   * it as it is.
   */
  public static Optional<CoreMessage> presentedAsBytes(Object received) {
    try {
      CoreMessage message = new CoreMessage(received);
      if (message.isPlain()) {
        return Optional.empty();
      }
      message.presentAsBytes();
      return Optional.of(message);
    } catch (ReflectiveOperationException | RuntimeException e) {
      return Optional.empty(); // the client makes of it what it can
    }
  }

  private static CoreConsumer put(Object client) throws ReflectiveOperationException {
    Field field = client.getClass().getDeclaredField("consumer");
    field.setAccessible(true);
    CoreConsumer between = new CoreConsumer(field.get(client));
    Class<?> api = field.getType();
    field.set(client, Proxy.newProxyInstance(api.getClassLoader(), new Class<?>[] {api}, between));
    return between;
  }

  private static @Nullable Object client(MessageConsumer consumer) throws IllegalAccessException {
    Object found = consumer;
    for (int i = 0; i < MOST_WRAPPERS && found != null; i++) {
      if (found.getClass().getName().equals(CLIENT)) {
        return found;
      }
      found = wrapped(found);
    }
    return null;
  }

  private static @Nullable Object wrapped(Object wrapper) throws IllegalAccessException {
    for (Class<?> type = wrapper.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (MessageConsumer.class.isAssignableFrom(field.getType())) {
          field.setAccessible(true);
          return field.get(wrapper);
        }
      }
    }
    return null;
  }
}
