// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.body;

import jakarta.jms.Session;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** The core session below a JMS session of Artemis, whatever wraps it. */
final class CoreSession {

  /** The most wrappers that are unwrapped; real ones are fewer. */
  private static final int MOST_WRAPPERS = 5;

  private CoreSession() {}

  /** Null if there is none. */
  static @Nullable Object of(Session session) throws ReflectiveOperationException {
    Object found = session;
    for (int i = 0; i < MOST_WRAPPERS && found != null; i++) {
      Method core = method(found, "getCoreSession");
      if (core != null) {
        return core.invoke(found);
      }
      found = wrapped(found);
    }
    return null;
  }

  /** By the method of the resource adapter, or that of {@code pooled-jms}, or a field. */
  private static @Nullable Object wrapped(Object wrapper) throws ReflectiveOperationException {
    for (String name : new String[] {"getSessionInternal", "getInternalSession"}) {
      Method method = method(wrapper, name);
      if (method != null) {
        return method.invoke(wrapper);
      }
    }
    for (Class<?> type = wrapper.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (Session.class.isAssignableFrom(field.getType())) {
          field.setAccessible(true);
          return field.get(wrapper);
        }
      }
    }
    return null;
  }

  private static @Nullable Method method(Object target, String name) {
    for (Class<?> type = target.getClass(); type != null; type = type.getSuperclass()) {
      for (Method method : type.getDeclaredMethods()) {
        if (method.getName().equals(name) && method.getParameterCount() == 0) {
          method.setAccessible(true);
          return method;
        }
      }
    }
    return null;
  }
}
