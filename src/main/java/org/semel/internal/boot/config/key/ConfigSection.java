// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.key;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.microprofile.config.Config;
import org.semel.internal.boot.config.key.ConfiguredValue.Text;
import org.semel.internal.boot.config.key.ConfiguredValue.Unexpandable;
import org.semel.internal.boot.config.key.ConfiguredValue.Unset;

/**
 * Reads the keys of one consumer, one destination or of Semel itself. Collects faults instead of
 * stopping at the first: a user wants to see them all at once.
 */
public final class ConfigSection<R extends Record> {

  private final Config config;
  private final KeyTable<R> keys;
  private final List<String> prefixes;
  private final List<String> faults = new ArrayList<>();

  /**
   * A reader of the keys of {@code table} under any of these prefixes.
   *
   * @param prefixes the more particular one first
   */
  public ConfigSection(Config config, KeyTable<R> table, String... prefixes) {
    this.config = config;
    this.keys = table;
    this.prefixes = List.of(prefixes);
  }

  /** The values of all keys; on a fault a key's default, after noting the fault. */
  public R read() {
    return keys.filled(this::read);
  }

  /**
   * What is made of the values; empty if one has a fault or breaks a rule.
   *
   * @param all gets every fault as a line
   */
  public <T> Optional<T> read(List<Rule<R>> rules, List<String> all, Function<R, T> made) {
    R values = read();
    rules.forEach(rule -> check(rule, values));
    all.addAll(faults);
    return faults.isEmpty() ? Optional.of(made.apply(values)) : Optional.empty();
  }

  /** The faults noted so far, each a line. */
  public List<String> faults() {
    return faults;
  }

  /** Whether {@code key} is set, for this name or by the defaults. */
  public boolean isSet(String key) {
    return set(keys.named(key)).isPresent();
  }

  private void check(Rule<R> rule, R values) {
    ConfigKey<?> key = keys.named(rule.key());
    String name = prefixes.get(0) + key.name();
    String found = set(key).map(Located::shown).orElse(key.fallback());
    boolean isOwn = !(key.in(config, name) instanceof Unset);
    rule.broken(values, isOwn).ifPresent(why -> note(name, found, why, key));
  }

  private <T> T read(ConfigKey<T> key) {
    return set(key)
        .flatMap(found -> parsed(key, found))
        .orElseGet(() -> key.values().parser().apply(key.fallback()));
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
    String place = PlacedSource.placeOf(config, name).map(found -> ", in " + found).orElse("");
    String shown = key.values().notation() == Notation.SECRET ? "(not shown)" : value;
    faults.add(name + " = " + shown + place + ": " + why + " (default: " + fallback + ")");
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
