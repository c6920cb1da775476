// SPDX-License-Identifier: Apache-2.0
package org.semel.small;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Real parts of which a test changes single answers. */
public final class Proxied {

  private Proxied() {}

  /** What a call comes to. */
  @FunctionalInterface
  public interface Answer {
    @Nullable Object to(Method method, @Nullable Object @Nullable [] arguments) throws Throwable;
  }

  /** Something of this type that gives these answers. */
  public static <T> T as(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            Proxied.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answer.to(method, arguments)));
  }

  /** What the real one answers, or throws. */
  public static @Nullable Object call(
      Object real, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
