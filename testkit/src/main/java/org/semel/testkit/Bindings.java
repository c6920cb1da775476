// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import java.lang.reflect.Proxy;
import java.util.Hashtable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.spi.InitialContextFactory;

/**
 * The names of the kit's server, as JNDI gives them. Not for tests: JNDI needs a public class to
 * make.
 */
public final class Bindings implements InitialContextFactory {

  private static final Map<String, Object> BOUND = new ConcurrentHashMap<>();

  /** For JNDI, which finds this class by a system property. */
  public Bindings() {}

  /** Lets JNDI ask here in this virtual machine. */
  static void install() {
    System.setProperty(Context.INITIAL_CONTEXT_FACTORY, Bindings.class.getName());
  }

  /** Replaces all that is bound. */
  static void bind(Map<String, Object> all) {
    BOUND.clear();
    BOUND.putAll(all);
  }

  @Override
  public Context getInitialContext(Hashtable<?, ?> environment) {
    return (Context)
        Proxy.newProxyInstance(
            Bindings.class.getClassLoader(),
            new Class<?>[] {Context.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "lookup" -> find(String.valueOf(arguments[0]));
                  case "close" -> null;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private static Object find(String name) throws NameNotFoundException {
    Object found = BOUND.get(name);
    if (found == null) {
      throw new NameNotFoundException(name);
    }
    return found;
  }
}
