// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.file;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.Config;
import org.jspecify.annotations.Nullable;
import org.semel.internal.boot.config.ConsumerKeys;
import org.semel.internal.boot.config.file.PolicyReader.PlacedText;
import org.semel.internal.boot.config.key.PlacedSource;

/**
 * The policy of one consumer, as its YAML file says it: a source of the configuration. In a WAR it
 * has the rank of a properties file there. Environment and system properties overrule each.
 */
public final class PolicyFile implements PlacedSource {

  /** The rank of a file outside of the WAR, between the WAR and what the machine says. */
  private static final int OUTSIDE = 200;

  private final String file;
  private final int rank;
  private final Optional<String> consumer;
  private final byte[] yaml;
  private final Map<String, PlacedText> lines;
  private final List<String> faults;

  private PolicyFile(
      String file,
      int rank,
      Optional<String> consumer,
      byte[] yaml,
      Map<String, PlacedText> lines,
      List<String> faults) {
    this.file = file;
    this.rank = rank;
    this.consumer = consumer;
    this.yaml = yaml;
    this.lines = lines;
    this.faults = faults;
  }

  /**
   * The policy in {@code yaml}. What cannot be read of it are {@link #faults}, and the rest holds.
   *
   * @param file its name, for people
   * @param consumer whose policy it is
   */
  public static PolicyFile read(String file, String consumer, byte[] yaml) {
    PolicyReader reader = new PolicyReader(file, ConsumerKeys.TABLE.all());
    Map<String, PlacedText> lines =
        reader.read(yaml).entrySet().stream()
            .collect(
                Collectors.toMap(
                    line -> "semel.consumer." + consumer + "." + line.getKey(),
                    Map.Entry::getValue));
    return new PolicyFile(
        file, DEFAULT_ORDINAL, Optional.of(consumer), yaml, lines, reader.faults());
  }

  /** A file that has none, for this reason. */
  public static PolicyFile unreadable(String file, String why) {
    return new PolicyFile(
        file, DEFAULT_ORDINAL, Optional.empty(), new byte[0], Map.of(), List.of(file + ": " + why));
  }

  /** The same, outside of the WAR: it overrules what the WAR says. */
  public PolicyFile outside() {
    return new PolicyFile(file, OUTSIDE, consumer, yaml, lines, faults);
  }

  /** Those in a configuration. */
  public static List<PolicyFile> in(Config config) {
    return StreamSupport.stream(config.getConfigSources().spliterator(), false)
        .filter(PolicyFile.class::isInstance)
        .map(PolicyFile.class::cast)
        .toList();
  }

  /** Whether it has these bytes. */
  public boolean says(byte[] others) {
    return Arrays.equals(yaml, others);
  }

  /**
   * Why it rules none of these consumers, with the one whose name is near; empty if it rules one,
   * or cannot be read.
   */
  public Optional<String> idle(Set<String> consumers) {
    return consumer
        .filter(name -> !consumers.contains(name))
        .map(
            name ->
                "No route of this application names the consumer %s, whose policy is %s%s"
                    .formatted(
                        name,
                        file,
                        Nearest.name(name, consumers)
                            .map(near -> "; is " + near + " meant?")
                            .orElse(".")));
  }

  @Override
  public String getName() {
    return file;
  }

  @Override
  public int getOrdinal() {
    return rank;
  }

  @Override
  public Set<String> getPropertyNames() {
    return lines.keySet();
  }

  @Override
  public @Nullable String getValue(String property) {
    PlacedText line = lines.get(property);
    return line == null ? null : line.value();
  }

  @Override
  public String place(String property) {
    PlacedText line = lines.get(property);
    return line == null ? file : PolicyReader.place(file, line.line());
  }

  @Override
  public List<String> faults() {
    return faults;
  }

  /** The values by the names of their keys. */
  public Map<String, String> values() {
    return lines.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, line -> line.getValue().value()));
  }
}
