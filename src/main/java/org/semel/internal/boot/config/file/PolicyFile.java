// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.file;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.semel.internal.boot.config.ConsumerKeys;
import org.semel.internal.boot.config.file.PolicyReader.PlacedText;
import org.semel.internal.boot.config.key.PlacedSource;

/**
 * The policy of one consumer, as its YAML file says it: a source of the configuration with the rank
 * of a properties file in the WAR, so that environment and system properties overrule both.
 */
public final class PolicyFile implements PlacedSource {

  private final String file;
  private final Map<String, PlacedText> lines;
  private final List<String> faults;

  private PolicyFile(String file, Map<String, PlacedText> lines, List<String> faults) {
    this.file = file;
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
    return new PolicyFile(file, lines, reader.faults());
  }

  /** A file that has none, for this reason. */
  public static PolicyFile unreadable(String file, String why) {
    return new PolicyFile(file, Map.of(), List.of(file + ": " + why));
  }

  @Override
  public String getName() {
    return file;
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
