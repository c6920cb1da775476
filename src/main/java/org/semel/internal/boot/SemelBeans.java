// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.camel.spi.BeanRepository;
import org.jspecify.annotations.Nullable;
import org.semel.camel.Engine;
import org.semel.internal.edge.camel.classic.PropagationPolicy;
import org.semel.internal.engine.tx.Propagation;

/**
 * The beans of Semel in Camel's registry: {@code semel:<consumer>} for an idempotent consumer,
 * {@code PROPAGATION_…} for {@code transacted()}, the {@code jms} component bound to the server's
 * transactions, {@code semel} for a step that needs Semel's data source, and the engine of the two
 * components. The data source has a name and no type: where the application's only data source is
 * its own, Camel goes on to take that. A bean of the application under the same name comes first.
 */
final class SemelBeans implements BeanRepository {

  private static final String REPOSITORY = "semel:";
  private static final String JMS = "jms";
  private static final String DATA_SOURCE = "semel";

  private final Supplier<SemelEngine> engine;
  private final Supplier<Object> jms;
  private final Map<String, Object> made = new ConcurrentHashMap<>();

  /**
   * Beans over an engine that may not have started yet.
   *
   * @param jms makes the {@code jms} component
   */
  SemelBeans(Supplier<SemelEngine> engine, Supplier<Object> jms) {
    this.engine = engine;
    this.jms = jms;
  }

  @Override
  public @Nullable Object lookupByName(String name) {
    return made.computeIfAbsent(name, this::make);
  }

  @Override
  public <T> @Nullable T lookupByNameAndType(String name, Class<T> type) {
    Object bean = lookupByName(name);
    return type.isInstance(bean) ? type.cast(bean) : null;
  }

  /**
   * Policies are found by name only: an application that says {@code transacted()} and has one
   * policy of its own means that one, and Camel looks for {@code PROPAGATION_REQUIRED} where there
   * is none.
   */
  @Override
  public <T> Map<String, T> findByTypeWithName(Class<T> type) {
    Map<String, T> found = new LinkedHashMap<>();
    if (type == Engine.class) {
      found.put("semel", type.cast(engine.get().components()));
    }
    return found;
  }

  @Override
  public <T> Set<T> findByType(Class<T> type) {
    return Set.copyOf(findByTypeWithName(type).values());
  }

  private @Nullable Object make(String name) {
    if (name.startsWith(REPOSITORY)) {
      return engine.get().repository(name.substring(REPOSITORY.length()));
    }
    if (name.equals(JMS)) {
      return jms.get();
    }
    if (name.equals(DATA_SOURCE)) {
      return new StartedDataSource(() -> engine.get().dataSource());
    }
    return Arrays.stream(Propagation.values())
        .filter(propagation -> PropagationPolicy.name(propagation).equals(name))
        .findFirst()
        .map(propagation -> new PropagationPolicy(propagation, engine.get().propagations()))
        .orElse(null);
  }
}
