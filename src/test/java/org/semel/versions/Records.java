// SPDX-License-Identifier: Apache-2.0
package org.semel.versions;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What server tests of this build tree have run where; kept until it is cleaned. */
final class Records {

  private static final Path FILE = Path.of("target/versions.tsv");

  private Records() {}

  /** In one write, as two processes may do so at once. */
  static void add(List<TestRun> runs) {
    try {
      String lines = runs.stream().map(run -> run.line() + "\n").collect(Collectors.joining());
      Files.writeString(FILE, lines, CREATE, APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The last run of each class on each combination. */
  static List<TestRun> latest() {
    try {
      Map<String, TestRun> latest = new LinkedHashMap<>();
      for (String line : Files.exists(FILE) ? Files.readAllLines(FILE) : List.<String>of()) {
        TestRun run = TestRun.of(line);
        latest.put(run.on() + run.type(), run);
      }
      return List.copyOf(latest.values());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
