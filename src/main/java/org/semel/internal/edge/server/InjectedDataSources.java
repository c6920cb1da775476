// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server;

import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.enterprise.inject.spi.InjectionTarget;
import jakarta.enterprise.inject.spi.ProcessInjectionTarget;
import jakarta.enterprise.inject.spi.ProcessManagedBean;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The data sources that the container injects into beans of the application. Only the server knows
 * which one an {@code @Resource} comes to; a servlet and a bean may get different ones. So the
 * container is asked to inject as it does: into an object of the bean's class that no one uses,
 * whose {@code @PostConstruct} is not called.
 *
 * @see <a href="https://jakarta.ee/specifications/cdi/4.0/jakarta-cdi-spec-4.0">CDI 4.0: {@code
 *     ProcessInjectionTarget}</a>
 */
public class InjectedDataSources implements Extension {

  private final Map<Class<?>, InjectionTarget<?>> targets = new LinkedHashMap<>();
  private final Set<Class<?>> beans = new LinkedHashSet<>();

  /**
   * A data source in a bean.
   *
   * @param bean name of the bean's class
   * @param dataSource empty if the container could not make the bean, so that no one can ask it
   */
  public record Injected(String bean, Optional<DataSource> dataSource) {}

  /** Called by the container, for beans and for other classes into which it injects. */
  void target(@Observes ProcessInjectionTarget<?> found) {
    InjectionTarget<?> target = found.getInjectionTarget();
    Class<?> type = found.getAnnotatedType().getJavaClass();
    if (!fields(type).isEmpty() || target.getInjectionPoints().stream().anyMatch(this::isSource)) {
      targets.put(type, target);
    }
  }

  /** Called by the container. */
  void bean(@Observes ProcessManagedBean<?> found) {
    beans.add(found.getBean().getBeanClass());
  }

  /** Those of all beans, on the calling thread, which must be one of the application's. */
  public List<Injected> all(BeanManager manager) {
    List<Injected> found = new ArrayList<>();
    targets.forEach(
        (type, target) -> {
          if (beans.contains(type)) {
            found.addAll(in(type, target, manager));
          }
        });
    return found;
  }

  private <X> List<Injected> in(Class<?> type, InjectionTarget<X> target, BeanManager manager) {
    CreationalContext<X> context = manager.createCreationalContext(null);
    try {
      X object = target.produce(context);
      target.inject(object, context);
      Stream<Object> points =
          target.getInjectionPoints().stream()
              .filter(this::isSource)
              .map(point -> manager.getInjectableReference(point, context));
      return Stream.concat(fields(type).stream().map(field -> value(field, object)), points)
          .filter(DataSource.class::isInstance)
          .map(source -> new Injected(type.getName(), Optional.of((DataSource) source)))
          .toList();
    } catch (RuntimeException | LinkageError e) {
      return List.of(new Injected(type.getName(), Optional.empty()));
    } finally {
      context.release();
    }
  }

  private boolean isSource(InjectionPoint point) {
    return point.getType() == DataSource.class;
  }

  private static List<Field> fields(Class<?> type) {
    try {
      return Stream.<Class<?>>iterate(type, one -> one != null, Class::getSuperclass)
          .flatMap(one -> Arrays.stream(one.getDeclaredFields()))
          .filter(field -> field.getType() == DataSource.class)
          .filter(field -> !Modifier.isStatic(field.getModifiers()))
          .toList();
    } catch (LinkageError e) {
      return List.of(); // a class that lacks another one; if it is a bean, the container says so
    }
  }

  private static @Nullable Object value(Field field, Object object) {
    try {
      field.setAccessible(true);
      return field.get(object);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
