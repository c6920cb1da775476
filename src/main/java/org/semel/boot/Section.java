// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * Reads the keys of one consumer, one destination or of Semel itself. Collects faults instead of
 * stopping at the first: a user wants to see them all at once.
 */
final class Section {

  private final Config config;
  private final List<String> prefixes;
  private final List<String> faults;

  /**
   * A reader of keys under any of these prefixes.
   *
   * @param prefixes the more particular one first
   * @param faults gets every fault as a line
   */
  Section(Config config, List<String> prefixes, List<String> faults) {
    this.config = config;
    this.prefixes = prefixes;
    this.faults = faults;
  }

  /** The value of {@code key}; on a fault its default, after noting the fault. */
  <T> T read(Key<T> key) {
    return set(key)
        .flatMap(found -> parsed(key, found))
        .orElseGet(() -> key.values().parser().apply(key.fallback()));
  }

  /** The value of {@code key} if it is set. */
  <T> Optional<T> find(Key<T> key) {
    return set(key).flatMap(found -> parsed(key, found));
  }

  /** Notes a fault that lies in no single key's range. */
  void fault(Key<?> key, String why) {
    String found = set(key).map(Found::text).orElse(key.fallback());
    note(prefixes.get(0) + key.name(), found, why, key);
  }

  private <T> Optional<T> parsed(Key<T> key, Found found) {
    try {
      return Optional.of(key.values().parser().apply(found.text()));
    } catch (IllegalArgumentException | ArithmeticException e) {
      note(found.name(), found.text(), String.valueOf(e.getMessage()), key);
      return Optional.empty();
    }
  }

  private void note(String name, String value, String why, Key<?> key) {
    String fallback = key.fallback().isEmpty() ? "not set" : key.fallback();
    faults.add(name + " = " + value + ": " + why + " (default: " + fallback + ")");
  }

  private Optional<Found> set(Key<?> key) {
    return prefixes.stream()
        .map(prefix -> prefix + key.name())
        .flatMap(
            name ->
                config.getOptionalValue(name, String.class).stream()
                    .map(text -> new Found(name, text.strip())))
        .findFirst();
  }

  /** What was found where. */
  private record Found(String name, String text) {}
}
