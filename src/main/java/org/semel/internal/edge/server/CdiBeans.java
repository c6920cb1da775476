// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server;

import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.camel.spi.BeanRepository;
import org.jspecify.annotations.Nullable;
import org.semel.Semel;

/**
 * The application's CDI beans, as Camel's registry sees them: {@code @Named} beans by name, all
 * beans by type.
 *
 * @see <a href="https://jakarta.ee/specifications/cdi/4.0/jakarta-cdi-spec-4.0">CDI 4.0, section
 *     2.4: the bean manager</a>
 */
public final class CdiBeans implements BeanRepository {

  private final BeanManager manager;

  public CdiBeans(BeanManager manager) {
    this.manager = manager;
  }

  @Override
  public @Nullable Object lookupByName(String name) {
    return lookupByNameAndType(name, Object.class);
  }

  @Override
  public <T> @Nullable T lookupByNameAndType(String name, Class<T> type) {
    Bean<?> bean = manager.resolve(manager.getBeans(name));
    if (bean == null) {
      return null;
    }
    Object found = reference(bean, type.isInterface() ? type : Object.class);
    return type.isInstance(found) ? type.cast(found) : null;
  }

  @Override
  public <T> Map<String, T> findByTypeWithName(Class<T> type) {
    Map<String, T> found = new LinkedHashMap<>();
    for (Bean<?> bean : beans(type)) {
      String name = bean.getName() == null ? bean.getBeanClass().getName() : bean.getName();
      found.put(name, type.cast(reference(bean, type)));
    }
    return found;
  }

  @Override
  public <T> Set<T> findByType(Class<T> type) {
    Set<T> found = new LinkedHashSet<>();
    for (Bean<?> bean : beans(type)) {
      found.add(type.cast(reference(bean, type)));
    }
    return found;
  }

  /** Without Semel's own: Camel takes the only bean of a type by itself. */
  private Set<Bean<?>> beans(Class<?> type) {
    return manager.getBeans(type, Any.Literal.INSTANCE).stream()
        .filter(bean -> bean.getQualifiers().stream().noneMatch(Semel.class::isInstance))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private Object reference(Bean<?> bean, Class<?> type) {
    CreationalContext<?> context = manager.createCreationalContext(bean);
    Class<?> wanted = bean.getTypes().contains(type) ? type : bean.getBeanClass();
    return manager.getReference(bean, wanted, context);
  }
}
