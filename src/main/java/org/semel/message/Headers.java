// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Headers as they came: order and spelling kept, values limited to the types that JMS allows for a
 * property. Look-up ignores letter case, because brokers and bridges change it; an exact spelling
 * wins, and among others the name that sorts first, as their order is the client's and changes.
 */
public final class Headers {

  private static final Headers NONE = new Headers(Map.of());

  private final Map<String, Object> values;

  private Headers(Map<String, Object> values) {
    this.values = values;
  }

  /** No header at all. */
  public static Headers none() {
    return NONE;
  }

  /**
   * A copy of {@code values}.
   *
   * @throws IllegalArgumentException if a value is neither a string, a boolean nor a boxed number
   */
  public static Headers of(Map<String, ?> values) {
    Map<String, Object> copy = new LinkedHashMap<>();
    values.forEach((name, value) -> copy.put(name, checked(name, value)));
    return new Headers(Collections.unmodifiableMap(copy));
  }

  private static Object checked(String name, Object value) {
    if (value instanceof String || value instanceof Boolean || value instanceof Number) {
      return value;
    }
    throw new IllegalArgumentException(
        "header " + name + " holds a " + (value == null ? "null" : value.getClass().getName()));
  }

  /** The value of the header of this name, if there is one. */
  public Optional<Object> find(String name) {
    Object exact = values.get(name);
    if (exact != null) {
      return Optional.of(exact);
    }
    // loops, here and below: this runs for every header of every message, and streams cost more
    // than the rest of it; over names, as each entry of an unmodifiable map is a copy
    String found = null;
    for (String header : values.keySet()) {
      boolean named = header.equalsIgnoreCase(name);
      if (named && (found == null || header.compareTo(found) < 0)) {
        found = header;
      }
    }
    return found == null ? Optional.empty() : Optional.ofNullable(values.get(found));
  }

  /** The value of the header of this name as text, if there is one. */
  public Optional<String> text(String name) {
    return find(name).map(Object::toString);
  }

  /**
   * Those headers that {@code allowed} admits; of several spellings of one name, the one that sorts
   * first. A {@link TraceParent} that is malformed is left out, and its state with it.
   */
  public Headers only(AllowedHeaders allowed) {
    Map<String, Object> kept = new LinkedHashMap<>();
    boolean[] malformed = {false};
    values.forEach(
        (name, value) -> {
          if (!allowed.admits(name) || !isFirstSpelling(name)) {
            return;
          }
          if (name.equalsIgnoreCase(TraceParent.HEADER) && !TraceParent.isWellFormed(value)) {
            malformed[0] = true;
          } else {
            kept.put(name, value);
          }
        });
    if (malformed[0]) {
      kept.keySet().removeIf(TraceParent.STATE::equalsIgnoreCase);
    }
    return new Headers(Collections.unmodifiableMap(kept));
  }

  /** The same, but with {@code others} in the place of all headers of these names. */
  public Headers replacing(Collection<String> names, Map<String, ?> others) {
    Map<String, Object> changed = new LinkedHashMap<>(values);
    changed.keySet().removeIf(name -> names.stream().anyMatch(name::equalsIgnoreCase));
    others.forEach((name, value) -> changed.put(name, checked(name, value)));
    return new Headers(Collections.unmodifiableMap(changed));
  }

  private boolean isFirstSpelling(String name) {
    for (String other : values.keySet()) {
      if (other.equalsIgnoreCase(name) && other.compareTo(name) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Each header by its name, as it is spelt, in the order in which they came. */
  public void forEach(BiConsumer<String, Object> action) {
    values.forEach(action);
  }

  /** The number of headers; two spellings of one name are two. */
  public int size() {
    return values.size();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Headers that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  /** Names only: values are payload, and payload stays out of logs. */
  @Override
  public String toString() {
    return values.keySet().toString();
  }
}
