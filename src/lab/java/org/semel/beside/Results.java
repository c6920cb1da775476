// SPDX-License-Identifier: Apache-2.0
package org.semel.beside;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How tests have ended, one line each.
 *
 * @param passed those that ran and never failed
 * @param failed those that failed or were left out, with the first reason
 * @param contexts how many contexts Semel has started for them
 */
record Results(Set<String> passed, Map<String, String> failed, int contexts) {

  private static final String PASSED = "passed";
  private static final String FAILED = "failed";
  private static final String CONTEXTS = "contexts";
  private static final String BETWEEN = "\t";

  static String line(boolean passed, String test, String reason) {
    return String.join(
        BETWEEN, passed ? PASSED : FAILED, test, reason.lines().findFirst().orElse(""));
  }

  /** The last line. */
  static String contexts(int number) {
    return CONTEXTS + BETWEEN + number;
  }

  /**
   * Reads what was noted.
   *
   * @throws IllegalStateException if the last line is missing
   */
  static Results read(Path notes) throws IOException {
    Set<String> passed = new TreeSet<>();
    Map<String, String> failed = new TreeMap<>();
    for (String line : Files.readAllLines(notes)) {
      String[] parts = line.split(BETWEEN, 3);
      switch (parts[0]) {
        case PASSED -> passed.add(parts[1]);
        case FAILED -> failed.putIfAbsent(parts[1], parts.length > 2 ? parts[2] : "");
        default -> {
          passed.removeAll(failed.keySet());
          return new Results(passed, failed, Integer.parseInt(parts[1]));
        }
      }
    }
    throw new IllegalStateException("the tests were broken off: " + notes);
  }
}
