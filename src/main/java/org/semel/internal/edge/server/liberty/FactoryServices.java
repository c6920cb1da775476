// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.liberty;

import jakarta.transaction.TransactionManager;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.semel.internal.engine.receive.proof.Setting;

/**
 * The server's own services behind connection factories and data sources. Recovery finds the
 * resource of a branch among them, by the filter that stands in its log; this looks where it will
 * look, over the bundle of the transaction manager. By reflection, as an application does not see
 * OSGi's interfaces. If that fails, nothing is reported.
 *
 * @see <a href="https://docs.osgi.org/specification/osgi.core/8.0.0/framework.service.html">OSGi
 *     core 8, chapter 5: services</a>
 */
final class FactoryServices {

  /** The service that recovery asks for the resource of a branch. */
  private static final String RECOVERING = "com.ibm.tx.jta.XAResourceFactory";

  private final @Nullable Object bundle;

  private FactoryServices(@Nullable Object bundle) {
    this.bundle = bundle;
  }

  /** Those of the server that {@code manager} belongs to. */
  static FactoryServices of(TransactionManager manager) {
    ClassLoader loader = manager.getClass().getClassLoader();
    return new FactoryServices(loader == null ? null : answer(loader, "getBundle").orElse(null));
  }

  /** The filter of a service by the JNDI name of its resource. */
  static String filter(String jndiName) {
    return "(jndiName=" + jndiName.replaceAll("([\\\\*()])", "\\\\$1") + ")";
  }

  /** The service by which recovery reaches a resource; seen and empty if there is none. */
  Setting<Optional<Object>> recovering(String filter) {
    return registered(RECOVERING, filter);
  }

  /** The only service of a type; empty if there is none, or if it cannot be seen. */
  Optional<Object> service(String type) {
    return registered(type, null) instanceof Setting.Seen<Optional<Object>> seen
        ? seen.value()
        : Optional.empty();
  }

  private Setting<Optional<Object>> registered(String type, @Nullable String filter) {
    Optional<Object> context =
        bundle == null ? Optional.empty() : answer(bundle, "getBundleContext");
    if (context.isEmpty()) {
      return new Setting.Hidden<>();
    }
    try {
      Object[] found =
          (Object[])
              context
                  .get()
                  .getClass()
                  .getMethod("getServiceReferences", String.class, String.class)
                  .invoke(context.get(), type, filter);
      return found == null || found.length == 0
          ? new Setting.Seen<>(Optional.empty())
          : there(context.get(), found[0]);
    } catch (ReflectiveOperationException e) {
      return new Setting.Hidden<>();
    }
  }

  private static Setting<Optional<Object>> there(Object context, Object reference) {
    return named(context, "getService", 1)
        .flatMap(method -> result(method, context, reference))
        .<Setting<Optional<Object>>>map(service -> new Setting.Seen<>(Optional.of(service)))
        .orElseGet(Setting.Hidden::new);
  }

  /**
   * The result of a public method without arguments; empty if there is no such method, or if it
   * fails.
   */
  static Optional<Object> answer(Object asked, String method) {
    return named(asked, method, 0).flatMap(found -> result(found, asked));
  }

  /** Whether there is such a method without arguments. */
  static boolean answers(Object asked, String method) {
    return named(asked, method, 0).isPresent();
  }

  private static Optional<Method> named(Object asked, String name, int arguments) {
    return Stream.of(asked.getClass().getMethods())
        .filter(method -> method.getName().equals(name))
        .filter(method -> method.getParameterCount() == arguments)
        .filter(Method::trySetAccessible)
        .findFirst();
  }

  private static Optional<Object> result(Method method, Object asked, Object... arguments) {
    try {
      return Optional.ofNullable(method.invoke(asked, arguments));
    } catch (ReflectiveOperationException e) {
      return Optional.empty();
    }
  }
}
