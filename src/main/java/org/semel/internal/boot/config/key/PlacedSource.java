// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.key;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigValue;
import org.eclipse.microprofile.config.spi.ConfigSource;

/** A source of the configuration that knows where in it each property stands. */
public interface PlacedSource extends ConfigSource {

  /** The file and the line of a property of this source, for people. */
  String place(String property);

  /** What cannot be read of it, each a line that names file and line. */
  List<String> faults();

  /** Where the value of {@code property} comes from, if such a source has it. */
  static Optional<String> placeOf(Config config, String property) {
    List<PlacedSource> having =
        placed(config).filter(source -> source.getPropertyNames().contains(property)).toList();
    if (having.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> from =
        answering(config, property)
            .map(ConfigValue::getSourceName)
            .or(
                () ->
                    all(config)
                        .filter(source -> source.getPropertyNames().contains(property))
                        .map(ConfigSource::getName)
                        .findFirst());
    return having.stream()
        .filter(source -> from.filter(source.getName()::equals).isPresent())
        .map(source -> source.place(property))
        .findFirst();
  }

  /** The faults of all such sources of a configuration, and what they leave undecided. */
  static List<String> faults(Config config) {
    return placed(config)
        .flatMap(source -> Stream.concat(source.faults().stream(), source.doubles(config)))
        .toList();
  }

  /**
   * The properties that another source of the same rank has, too: no one could see which of the two
   * holds. A source of a higher rank overrules this one, as its owner means it to.
   */
  private Stream<String> doubles(Config config) {
    return getPropertyNames().stream()
        .sorted()
        .flatMap(
            property ->
                Stream.concat(
                        all(config)
                            .filter(other -> other != this && other.getOrdinal() == getOrdinal())
                            .filter(other -> other.getPropertyNames().contains(property))
                            .map(ConfigSource::getName),
                        rival(config, property).stream())
                    .distinct()
                    .map(
                        other ->
                            "%s: set twice, in %s and in %s; leave one of them"
                                .formatted(property, place(property), other)));
  }

  /**
   * Another source of this rank whose value holds, even if it has the property under another name:
   * under that of the active profile, or of one that an interceptor leads to.
   */
  private Optional<String> rival(Config config, String property) {
    return answering(config, property)
        .filter(value -> value.getSourceOrdinal() == getOrdinal())
        .map(ConfigValue::getSourceName)
        .filter(source -> !source.equals(getName()));
  }

  /** Empty if the provider refuses to answer, because of a value that it cannot expand. */
  private static Optional<ConfigValue> answering(Config config, String property) {
    try {
      return Optional.of(config.getConfigValue(property));
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  private static Stream<PlacedSource> placed(Config config) {
    return all(config).filter(PlacedSource.class::isInstance).map(PlacedSource.class::cast);
  }

  private static Stream<ConfigSource> all(Config config) {
    return StreamSupport.stream(config.getConfigSources().spliterator(), false);
  }
}
