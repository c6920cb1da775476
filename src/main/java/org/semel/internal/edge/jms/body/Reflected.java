// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.body;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Calls public methods of classes that the server hides from applications. A method that was found
 * is remembered as long as its class.
 */
final class Reflected {

  private static final ClassValue<Map<String, Method>> FOUND =
      new ClassValue<>() {
        @Override
        protected Map<String, Method> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>();
        }
      };

  private Reflected() {}

  static Object call(Object target, String method) throws ReflectiveOperationException {
    return found(target.getClass(), method).invoke(target);
  }

  static Object call(Object target, String method, Class<?> parameter, Object argument)
      throws ReflectiveOperationException {
    return found(target.getClass(), method, parameter).invoke(target, argument);
  }

  private static Method found(Class<?> type, String name, Class<?>... parameters)
      throws NoSuchMethodException {
    Map<String, Method> methods = FOUND.get(type);
    String key = parameters.length == 0 ? name : name + parameters[0].getName();
    Method known = methods.get(key);
    if (known == null) {
      known = type.getMethod(name, parameters);
      methods.put(key, known);
    }
    return known;
  }
}
