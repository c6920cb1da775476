// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.body;

import jakarta.jms.Session;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stands between the connection of Artemis' client and a session of it, and mends what a producer
 * may have written, before the client reads it ({@link ReservedProperties}). An exception that the
 * client throws there ends its connection, or comes again at each delivery before it is known which
 * message it concerns.
 *
 * <p>To be put there before the session has a consumer, and taken away once that is closed: a pool
 * keeps the session for others.
 */
public final class ReceivedPackets implements InvocationHandler, AutoCloseable {

  private final Object channel;
  private final Object client;

  private ReceivedPackets(Object channel, Object client) {
    this.channel = channel;
    this.client = client;
  }

  /** Puts one before {@code session}; empty if that belongs to another broker. */
  public static Optional<ReceivedPackets> before(Session session) {
    try {
      Object core = CoreSession.of(session);
      return core == null ? Optional.empty() : Optional.of(put(channel(core)));
    } catch (ReflectiveOperationException | RuntimeException e) {
      return Optional.empty(); // a client that hides it: then its messages come as they are
    }
  }

  private static Object channel(Object core) throws ReflectiveOperationException {
    return Reflected.call(Reflected.call(core, "getSessionContext"), "getSessionChannel");
  }

  /**
   * Puts one before the channel's handler, and never one before another: one of an application that
   * has gone is replaced.
   */
  private static ReceivedPackets put(Object channel) throws ReflectiveOperationException {
    synchronized (channel) {
      ReceivedPackets before = new ReceivedPackets(channel, client(handler(channel)));
      Class<?> api = api(channel);
      before.set(Proxy.newProxyInstance(api.getClassLoader(), new Class<?>[] {api}, before));
      return before;
    }
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (arguments != null && method.getName().equals("handlePacket")) {
      ReservedProperties.mend(arguments[0]);
    }
    try {
      return method.invoke(client, arguments);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }

  /** Takes it away, unless another one has taken its place. Throws nothing. */
  @Override
  public void close() {
    try {
      synchronized (channel) {
        Object handler = handler(channel);
        if (Proxy.isProxyClass(handler.getClass()) && Proxy.getInvocationHandler(handler) == this) {
          set(client);
        }
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      // it stays, and mends what others receive
    }
  }

  private void set(Object handler) throws ReflectiveOperationException {
    Reflected.call(channel, "setHandler", api(channel), handler);
  }

  private static Object handler(Object channel) throws ReflectiveOperationException {
    return Reflected.call(channel, "getHandler");
  }

  private static Class<?> api(Object channel) throws NoSuchMethodException {
    return channel.getClass().getMethod("getHandler").getReturnType();
  }

  /** The client's own, behind one of ours, which may be of another class loader. */
  private static Object client(Object handler) throws ReflectiveOperationException {
    if (!Proxy.isProxyClass(handler.getClass())) {
      return handler;
    }
    Object before = Proxy.getInvocationHandler(handler);
    if (!before.getClass().getName().equals(ReceivedPackets.class.getName())) {
      return handler;
    }
    Field client = before.getClass().getDeclaredField("client");
    client.setAccessible(true);
    return client.get(before);
  }
}
