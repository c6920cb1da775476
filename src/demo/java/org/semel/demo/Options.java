// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * What the command line asks for.
 *
 * @param input JSON Lines, one CloudEvent each; the built-in sample if empty
 * @param duplicates how many of a hundred messages are sent again, 0 to 100
 * @param kills how often the server is killed during the work
 * @param exit whether to stop when done, instead of staying up
 */
record Options(Optional<Path> input, int duplicates, int kills, boolean exit) {

  static Options of(Properties properties) {
    List<String> faults = new ArrayList<>();
    Optional<Path> input = Optional.ofNullable(properties.getProperty("semel.input")).map(Path::of);
    input
        .filter(file -> !Files.isReadable(file))
        .ifPresent(file -> faults.add("semel.input=" + file + " is not a readable file"));
    int duplicates = number(properties, "semel.duplicates", 30, 100, faults);
    int kills = number(properties, "semel.kills", 0, 1000, faults);
    boolean exit = Boolean.parseBoolean(properties.getProperty("semel.exit", "false"));
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", faults));
    }
    return new Options(input, duplicates, kills, exit);
  }

  private static int number(
      Properties properties, String key, int otherwise, int most, List<String> faults) {
    String text = properties.getProperty(key, String.valueOf(otherwise));
    try {
      int number = Integer.parseInt(text);
      if (number >= 0 && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below, with the range
    }
    faults.add(
        key + "=" + text + " is not a number from 0 to " + most + " (default " + otherwise + ")");
    return otherwise;
  }
}
