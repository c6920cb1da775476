// SPDX-License-Identifier: Apache-2.0
package org.semel.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Prometheus' own tool for rules, where it is on the path. */
public final class Promtool {

  private Promtool() {}

  /** Whoever needs it is not run without it, and never passes. */
  public static void mustBeThere() {
    assumeTrue(isThere(), "promtool is not on the path: the rules were not run");
  }

  private static boolean isThere() {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "promtool")));
  }

  /** Runs it in {@code folder}; what it says. It must end well, and within a minute. */
  public static String run(Path folder, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = Stream.concat(Stream.of("promtool"), Stream.of(arguments)).toList();
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(3, TimeUnit.MINUTES)).as("promtool ends").isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    return said;
  }
}
