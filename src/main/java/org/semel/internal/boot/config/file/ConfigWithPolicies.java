// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.file;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigValue;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.eclipse.microprofile.config.spi.Converter;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of an application, with its policy files. A file answers for its keys where the
 * configuration's own answer has a lower rank; all else is the configuration's own answer, whatever
 * profile, interceptors and converters a server or the application has given it. An expression of
 * another source therefore does not see what a file says.
 */
public final class ConfigWithPolicies implements Config {

  private final Config given;
  private final List<PolicyFile> policies;

  private ConfigWithPolicies(Config given, List<PolicyFile> policies) {
    this.given = given;
    this.policies = policies;
  }

  /** The configuration itself, if there is no policy. */
  public static Config of(Config given, List<PolicyFile> policies) {
    return policies.isEmpty() ? given : new ConfigWithPolicies(given, List.copyOf(policies));
  }

  @Override
  public <T> T getValue(String property, Class<T> type) {
    return answering(property)
        .map(file -> converted(text(property, file), type).orElseThrow(() -> unset(property)))
        .orElseGet(() -> given.getValue(property, type));
  }

  @Override
  public <T> Optional<T> getOptionalValue(String property, Class<T> type) {
    return answering(property)
        .map(file -> optional(property, file).flatMap(text -> converted(text, type)))
        .orElseGet(() -> given.getOptionalValue(property, type));
  }

  @Override
  public ConfigValue getConfigValue(String property) {
    return answering(property)
        .<ConfigValue>map(
            file ->
                new Said(
                    property,
                    optional(property, file).orElse(null),
                    file.getValue(property),
                    file.getName(),
                    file.getOrdinal()))
        .orElseGet(() -> given.getConfigValue(property));
  }

  @Override
  public Iterable<String> getPropertyNames() {
    Set<String> names = new TreeSet<>();
    given.getPropertyNames().forEach(names::add);
    policies.forEach(file -> names.addAll(file.getPropertyNames()));
    return names;
  }

  @Override
  public Iterable<ConfigSource> getConfigSources() {
    return Stream.concat(ofGiven(), policies.stream())
        .sorted(Comparator.comparingInt(ConfigSource::getOrdinal).reversed())
        .toList();
  }

  @Override
  public <T> Optional<Converter<T>> getConverter(Class<T> type) {
    return given.getConverter(type);
  }

  @Override
  public <T> T unwrap(Class<T> type) {
    return type.isInstance(this) ? type.cast(this) : given.unwrap(type);
  }

  /** The file whose value holds; empty if no file has one, or the configuration's own holds. */
  private Optional<PolicyFile> answering(String property) {
    return policies.stream()
        .filter(file -> file.getPropertyNames().contains(property))
        .filter(file -> rank(property) < file.getOrdinal())
        .findFirst();
  }

  /** Of the configuration's own answer; the lowest there is, if it has none. */
  private int rank(String property) {
    try {
      ConfigValue own = given.getConfigValue(property);
      boolean unset = own.getRawValue() == null && own.getValue() == null;
      return unset ? Integer.MIN_VALUE : own.getSourceOrdinal();
    } catch (RuntimeException e) { // a provider may refuse what it cannot expand, which is set
      return ofGiven()
          .filter(source -> source.getValue(property) != null)
          .mapToInt(ConfigSource::getOrdinal)
          .max()
          .orElse(Integer.MAX_VALUE);
    }
  }

  private Stream<ConfigSource> ofGiven() {
    return StreamSupport.stream(given.getConfigSources().spliterator(), false);
  }

  private <T> Optional<T> converted(String text, Class<T> type) {
    if (text.isEmpty()) { // as MicroProfile Config has it
      return Optional.empty();
    }
    if (type == String.class) {
      return Optional.of(type.cast(text));
    }
    Converter<T> converter =
        given
            .getConverter(type)
            .orElseThrow(() -> new IllegalArgumentException("no converter makes a " + type));
    return Optional.ofNullable(converter.convert(text));
  }

  private static NoSuchElementException unset(String property) {
    return new NoSuchElementException(property + " is set to nothing, or cannot be expanded");
  }

  /** The text, expanded; empty if a name in it is not set. */
  private Optional<String> optional(String property, PolicyFile file) {
    try {
      return Optional.of(text(property, file));
    } catch (NoSuchElementException e) {
      return Optional.empty();
    }
  }

  private String text(String property, PolicyFile file) {
    return new Expansion(property, file, Set.of()).text();
  }

  /**
   * A text of a file, expanded by a configuration that the server's provider makes of it alone: no
   * syntax differs from that of other sources. The names in it are those of the application.
   */
  private final class Expansion implements ConfigSource {

    private static final String TEXT = "semel-policy.text";

    /** A secret that a handler of the application's configuration decodes. */
    private static final Pattern HANDLED = Pattern.compile("(?<!\\\\)\\$\\{[^{}:]*::");

    private final String raw;
    private final String property;
    private final Set<String> within;

    /**
     * The text of a property.
     *
     * @param within the properties whose texts name this one
     */
    Expansion(String property, PolicyFile file, Set<String> within) {
      if (within.contains(property)) {
        throw new IllegalArgumentException(property + " names itself");
      }
      this.raw = String.valueOf(file.getValue(property));
      this.property = property;
      this.within = new HashSet<>(within);
      this.within.add(property);
    }

    String text() {
      if (raw.indexOf('$') < 0) {
        return raw;
      }
      if (HANDLED.matcher(raw).find()) { // one provider gives the secret as it is, undecoded
        throw new IllegalArgumentException(property + " names a handler, which a file has not");
      }
      Config alone = ConfigProviderResolver.instance().getBuilder().withSources(this).build();
      String expanded = alone.getConfigValue(TEXT).getValue();
      if (expanded == null) {
        throw unset(property);
      }
      return expanded;
    }

    @Override
    public String getName() {
      return "a policy's text";
    }

    @Override
    public int getOrdinal() {
      return DEFAULT_ORDINAL;
    }

    @Override
    public Set<String> getPropertyNames() {
      return Set.of(TEXT);
    }

    @Override
    public @Nullable String getValue(String name) {
      if (name.equals(TEXT)) {
        return raw;
      }
      String value =
          answering(name)
              .map(file -> new Expansion(name, file, within).text())
              .orElseGet(() -> ofGiven(name));
      return value == null ? null : value.replace("$", "\\$"); // it is expanded already
    }

    private @Nullable String ofGiven(String name) {
      ConfigValue value = given.getConfigValue(name);
      if (value.getValue() == null && value.getRawValue() != null) {
        throw unset(name);
      }
      return value.getValue();
    }
  }

  /** The answer of a file. */
  private record Said(
      String name, @Nullable String value, @Nullable String raw, String source, int ordinal)
      implements ConfigValue {

    @Override
    public String getName() {
      return name;
    }

    @Override
    public @Nullable String getValue() {
      return value;
    }

    @Override
    public @Nullable String getRawValue() {
      return raw;
    }

    @Override
    public String getSourceName() {
      return source;
    }

    @Override
    public int getSourceOrdinal() {
      return ordinal;
    }
  }
}
