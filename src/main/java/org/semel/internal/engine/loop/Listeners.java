// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.loop;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;

/**
 * Several listeners as one: each hears everything, in their order, on the caller's thread. One that
 * throws against its contract keeps nothing from the others; the first such exception is thrown
 * when all have been told.
 *
 * @see <a href="https://en.wikipedia.org/wiki/Composite_pattern">Composite</a>
 */
public final class Listeners {

  private Listeners() {}

  /**
   * All of {@code listeners} as one.
   *
   * @param type an interface whose methods answer nothing
   */
  public static <L> L of(Class<L> type, List<? extends L> listeners) {
    if (listeners.size() == 1) {
      return listeners.get(0);
    }
    List<L> all = List.copyOf(listeners);
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                method.getDeclaringClass() == Object.class
                    ? method.invoke(all, arguments)
                    : tell(all, method, arguments)));
  }

  @SuppressWarnings("NullAway") // a method that answers nothing is answered by null
  private static Object tell(List<?> all, Method method, Object[] arguments) throws Throwable {
    Throwable first = null;
    for (Object each : all) {
      try {
        method.invoke(each, arguments);
      } catch (InvocationTargetException e) {
        first = first == null ? e.getTargetException() : first;
      }
    }
    if (first != null) {
      throw first;
    }
    return null;
  }
}
