// SPDX-License-Identifier: Apache-2.0
package org.semel.alerts;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The parts of a series as it is exposed: a name, and labels with no quote in their values. */
final class SeriesParts {

  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

  private SeriesParts() {}

  static String name(String sample) {
    return sample.split("\\{", 2)[0];
  }

  static Map<String, String> labels(String sample) {
    Map<String, String> labels = new TreeMap<>();
    LABEL.matcher(sample).results().forEach(found -> labels.put(found.group(1), found.group(2)));
    return labels;
  }

  /** The consumer, destination or code that it is about; empty if it is about none, or all. */
  static Optional<String> owner(String sample) {
    Map<String, String> labels = labels(sample);
    return Stream.of("consumer", "destination", "code")
        .filter(labels::containsKey)
        .map(labels::get)
        .filter(owner -> !owner.isEmpty())
        .findFirst();
  }
}
