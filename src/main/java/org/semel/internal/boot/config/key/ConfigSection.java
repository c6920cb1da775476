// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.key;

import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;
import org.semel.internal.boot.config.key.ConfiguredValue.Text;
import org.semel.internal.boot.config.key.ConfiguredValue.Unexpandable;
import org.semel.internal.boot.config.key.ConfiguredValue.Unset;

/**
 * Reads the keys of one consumer, one destination or of Semel itself. Collects faults instead of
 * stopping at the first: a user wants to see them all at once.
 */
public final class ConfigSection {

  private final Config config;
  private final List<String> prefixes;
  private final List<String> faults;

  /**
   * A reader of keys under any of these prefixes.
   *
   * @param prefixes the more particular one first
   * @param faults gets every fault as a line
   */
  public ConfigSection(Config config, List<String> prefixes, List<String> faults) {
    this.config = config;
    this.prefixes = prefixes;
    this.faults = faults;
  }

  /** The value of {@code key}; on a fault its default, after noting the fault. */
  public <T> T read(ConfigKey<T> key) {
    return find(key).orElseGet(() -> key.values().parser().apply(key.fallback()));
  }

  /** The value of {@code key} if it is set. */
  public <T> Optional<T> find(ConfigKey<T> key) {
    return set(key).flatMap(found -> parsed(key, found));
  }

  /** Notes the faults of these keys, before they are read. */
  public void check(List<ConfigKey<?>> keys) {
    keys.forEach(this::find);
  }

  /** Whether {@code key} is set for this name, not by the defaults. */
  public boolean isOwn(ConfigKey<?> key) {
    return !(key.in(config, prefixes.get(0) + key.name()) instanceof Unset);
  }

  /** Notes a fault beyond the range of a single key. */
  public void fault(ConfigKey<?> key, String why) {
    String found = set(key).map(Located::shown).orElse(key.fallback());
    note(prefixes.get(0) + key.name(), found, why, key);
  }

  private <T> Optional<T> parsed(ConfigKey<T> key, Located found) {
    if (found.value() instanceof Unexpandable) {
      note(found, ConfiguredValue.REMEDY, key);
      return Optional.empty();
    }
    String text = found.shown();
    if (text.isBlank() && !key.mayBeBlank()) {
      note(found, "says nothing; leave it out for the default", key);
      return Optional.empty();
    }
    try {
      return Optional.of(key.values().parser().apply(text));
    } catch (IllegalArgumentException | ArithmeticException e) {
      note(found, String.valueOf(e.getMessage()), key);
      return Optional.empty();
    }
  }

  private void note(Located found, String why, ConfigKey<?> key) {
    note(found.name(), found.shown(), why, key);
  }

  private void note(String name, String value, String why, ConfigKey<?> key) {
    String fallback = key.fallback().isEmpty() ? "not set" : key.fallback();
    String shown = key.values().notation() == Notation.SECRET ? "(not shown)" : value;
    faults.add(name + " = " + shown + ": " + why + " (default: " + fallback + ")");
  }

  private Optional<Located> set(ConfigKey<?> key) {
    return prefixes.stream()
        .map(prefix -> prefix + key.name())
        .map(name -> new Located(name, key.in(config, name)))
        .filter(found -> !(found.value() instanceof Unset))
        .findFirst();
  }

  /** A value, and the full name where it was found. */
  private record Located(String name, ConfiguredValue value) {

    /** As written, if it cannot be expanded. */
    String shown() {
      if (value instanceof Unexpandable unexpandable) {
        return unexpandable.raw();
      }
      return value instanceof Text text ? text.text() : "";
    }
  }
}
