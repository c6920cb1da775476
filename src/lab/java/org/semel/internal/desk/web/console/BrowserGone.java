// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * An engine gives no answer. Who sees only the last lines of a build learns from them whether it
 * has ended or stands still, and what it said.
 */
final class BrowserGone extends UncheckedIOException {

  private static final long serialVersionUID = 1;

  /** Of its log. */
  private static final int LAST_LINES = 5;

  private BrowserGone(String message, IOException cause) {
    super(message, cause);
  }

  /** What has become of it; it is ended, if it has not. */
  static BrowserGone of(String engine, Process process, Path log, IOException why) {
    process.onExit().completeOnTimeout(process, 1, TimeUnit.SECONDS).join(); // it may be ending
    String state =
        process.isAlive() ? "gives no answer" : "has ended with exit code " + process.exitValue();
    endTree(process);
    return new BrowserGone(
        "%s %s (%s); it says in %s%n%s"
            .formatted(engine, state, why.getMessage(), log, lastLines(log)),
        why);
  }

  /** Ends a browser with all its processes: what starts it may be a script that waits for it. */
  static void endTree(Process process) {
    List<ProcessHandle> all =
        Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(ended -> ended.onExit().join());
  }

  private static String lastLines(Path log) {
    try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      List<String> all = lines.toList();
      return all.stream().skip(Math.max(0, all.size() - LAST_LINES)).collect(joining("\n"));
    } catch (IOException e) {
      return "its log cannot be read: " + e;
    }
  }
}
