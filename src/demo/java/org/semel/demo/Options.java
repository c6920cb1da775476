// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import org.semel.estate.ServerKind;

/**
 * What the command line asks for.
 *
 * @param input JSON Lines, one CloudEvent each; the built-in sample if empty
 * @param messages how many lines are sent, the input's again and again under new identities; as
 *     many as it has if empty
 * @param duplicates how many of a hundred messages are sent again, 0 to 100
 * @param kills how often the server is killed during the work
 * @param exit whether to stop when done, instead of staying up
 * @param server what the example runs on
 */
record Options(
    Optional<Path> input,
    OptionalInt messages,
    int duplicates,
    int kills,
    boolean exit,
    ServerKind server) {

  private static final int MOST_MESSAGES = 500_000;

  static Options of(Properties properties) {
    Reading reading = new Reading(properties, new ArrayList<>());
    Options options =
        new Options(
            reading.file("semel.input"),
            properties.containsKey("semel.messages")
                ? OptionalInt.of(
                    reading.number("semel.messages", "the input's lines", 1, MOST_MESSAGES))
                : OptionalInt.empty(),
            reading.number("semel.duplicates", "30", 0, 100),
            reading.number("semel.kills", "0", 0, 1000),
            reading.truth("semel.exit"),
            reading.server("semel.server"));
    if (!reading.faults.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", reading.faults));
    }
    return options;
  }

  private record Reading(Properties properties, List<String> faults) {

    Optional<Path> file(String key) {
      Optional<Path> file = Optional.ofNullable(properties.getProperty(key)).map(Path::of);
      file.filter(path -> Files.isDirectory(path) || !Files.isReadable(path))
          .ifPresent(path -> faults.add(key + "=" + path + " is not a readable file"));
      return file;
    }

    /** What is given, or else the default; the least if that is no number. */
    int number(String key, String otherwise, int least, int most) {
      String text = properties.getProperty(key, otherwise);
      try {
        int number = Integer.parseInt(text.strip());
        if (number >= least && number <= most) {
          return number;
        }
      } catch (NumberFormatException e) {
        // said below, with the range
      }
      faults.add(
          "%s=%s is not a number from %d to %d (default: %s)"
              .formatted(key, text, least, most, otherwise));
      return least;
    }

    ServerKind server(String key) {
      try {
        return ServerKind.named(properties.getProperty(key, ServerKind.WILDFLY.toString()));
      } catch (IllegalArgumentException e) {
        faults.add("%s=%s (default: %s)".formatted(key, e.getMessage(), ServerKind.WILDFLY));
        return ServerKind.WILDFLY;
      }
    }

    boolean truth(String key) {
      String text = properties.getProperty(key, "false").strip();
      if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
        faults.add("%s=%s is neither true nor false (default: false)".formatted(key, text));
      }
      return text.equalsIgnoreCase("true");
    }
  }
}
