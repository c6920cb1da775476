// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.key;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigValue;
import org.jspecify.annotations.Nullable;

/**
 * The configured value of one name. An optional value of MicroProfile Config is empty if the name
 * is missing, if its value is blank, and if an expression cannot be expanded. This type
 * distinguishes the three.
 *
 * @see <a
 *     href="https://download.eclipse.org/microprofile/microprofile-config-3.1/microprofile-config-spec-3.1.html#property-expressions">MicroProfile
 *     Config 3.1: property expressions</a>
 */
public sealed interface ConfiguredValue {

  /** The name is not set. */
  record Unset() implements ConfiguredValue {}

  /**
   * A value, with all expressions expanded.
   *
   * @param text stripped; blank if the name is set to nothing
   */
  record Text(String text) implements ConfiguredValue {}

  /**
   * A value with an expression that cannot be expanded.
   *
   * @param raw as it stands in the configuration
   */
  record Unexpandable(String raw) implements ConfiguredValue {}

  /** Why that is a fault, and what to do. */
  String REMEDY =
      "${...} cannot be expanded; give it a value or a default (${name:default}), or write \\${ for a plain ${";

  /** An expression, whole. */
  Pattern EXPRESSION = Pattern.compile("\\$\\{[^{}]*}");

  /** An expression that names no default. */
  Pattern WITHOUT_DEFAULT = Pattern.compile("\\$\\{([^:}]*)}");

  /** The value of {@code name} in {@code config}. */
  static ConfiguredValue of(Config config, String name) {
    try {
      return of(config, config.getConfigValue(name));
    } catch (RuntimeException e) { // a provider may refuse what it cannot expand
      return new Unexpandable(raw(config, name).orElse(String.valueOf(e.getMessage())));
    }
  }

  /**
   * The value of {@code name} as written; only MicroProfile Config's escape for a plain dollar and
   * brace is replaced.
   */
  static Optional<String> asWritten(Config config, String name) {
    return raw(config, name).map(raw -> raw.strip().replace("\\${", "${"));
  }

  /** The value of {@code name} as written; empty if it holds an expression, or is not set. */
  static Optional<String> plain(Config config, String name) {
    return raw(config, name).map(String::strip).filter(raw -> !EXPRESSION.matcher(raw).find());
  }

  private static ConfiguredValue of(Config config, ConfigValue found) {
    String raw = found.getRawValue();
    if (raw == null) {
      return new Unset();
    }
    Optional<String> text = config.getOptionalValue(found.getName(), String.class);
    return text.isEmpty() && isLost(config, raw, found.getValue())
        ? new Unexpandable(raw)
        : new Text(text.orElse("").strip());
  }

  /** Whether expansion lost the value, although it was not meant to be blank. */
  private static boolean isLost(Config config, String raw, @Nullable String value) {
    boolean blank = value == null || value.isBlank();
    return !raw.isBlank() && (!blank || !isKnown(config, raw, Set.of()));
  }

  /**
   * Whether each expression in {@code text} is closed, and each name that it expands without a
   * default is set, be it to nothing.
   *
   * @param within the names that are being expanded
   */
  private static boolean isKnown(Config config, String text, Set<String> within) {
    return !isOpen(text)
        && WITHOUT_DEFAULT
            .matcher(text)
            .results()
            .map(expression -> expression.group(1))
            .allMatch(
                name ->
                    !within.contains(name)
                        && raw(config, name)
                            .filter(next -> isKnown(config, next, and(name, within)))
                            .isPresent());
  }

  /** Without its expressions, from the inmost on, an open bracket is left. */
  private static boolean isOpen(String text) {
    String left = text.replace("\\${", "");
    for (String before = ""; !before.equals(left); ) {
      before = left;
      left = EXPRESSION.matcher(left).replaceAll("");
    }
    return left.contains("${");
  }

  private static Set<String> and(String name, Set<String> others) {
    Set<String> all = new HashSet<>(others);
    all.add(name);
    return all;
  }

  private static Optional<String> raw(Config config, String name) {
    try {
      return Optional.ofNullable(config.getConfigValue(name).getRawValue());
    } catch (RuntimeException e) { // see above; the sources themselves expand nothing
      return StreamSupport.stream(config.getConfigSources().spliterator(), false)
          .sorted((a, b) -> Integer.compare(b.getOrdinal(), a.getOrdinal()))
          .map(source -> Optional.ofNullable(source.getValue(name)))
          .flatMap(Optional::stream)
          .findFirst();
    }
  }
}
