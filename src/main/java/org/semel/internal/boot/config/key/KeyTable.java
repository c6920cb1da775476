// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.key;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.semel.internal.boot.config.key.Key.Says;

/** The keys of a record, one for each component, in the order of the reference page. */
public final class KeyTable<R extends Record> {

  private final Class<R> type;
  private final Map<String, ConfigKey<?>> keys = new LinkedHashMap<>();

  private KeyTable(Class<R> type) {
    this.type = type;
    for (RecordComponent component : type.getRecordComponents()) {
      ConfigKey<?> key = key(component);
      keys.put(key.name(), key);
    }
  }

  /**
   * The table of a public record.
   *
   * @throws IllegalStateException if a component says no key that can be read
   */
  public static <R extends Record> KeyTable<R> of(Class<R> type) {
    return new KeyTable<>(type);
  }

  public List<ConfigKey<?>> all() {
    return List.copyOf(keys.values());
  }

  /**
   * The key of this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public ConfigKey<?> named(String name) {
    ConfigKey<?> key = keys.get(name);
    if (key == null) {
      throw new IllegalArgumentException("there is no key " + name);
    }
    return key;
  }

  /** The record with a value for each key. */
  R filled(Function<ConfigKey<?>, ?> value) {
    try {
      Class<?>[] types =
          Stream.of(type.getRecordComponents())
              .map(RecordComponent::getType)
              .toArray(Class<?>[]::new);
      return type.getConstructor(types).newInstance(keys.values().stream().map(value).toArray());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " cannot be filled", e);
    }
  }

  private static ConfigKey<?> key(RecordComponent component) {
    Key key = component.getAnnotation(Key.class);
    Says says = component.getAnnotation(Says.class);
    if (key == null || says == null) {
      throw new IllegalStateException(component + " is no key");
    }
    return new ConfigKey<>(
        component.getName().replaceAll("[A-Z]", "-$0").toLowerCase(Locale.ROOT),
        key.fallback(),
        ValueType.of(component.getGenericType(), key),
        key.yaml(),
        says.value());
  }
}
