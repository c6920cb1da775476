// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.semel.chaos.small.EmptyServer;
import org.semel.chaos.small.Patience;
import org.semel.chaos.small.Settings;
import org.semel.chaos.small.SmallNode;
import org.semel.estate.Jvm;

/** A small node in its own process, to be killed and started again on its log. */
final class NodeProcess {

  final Armed armed;
  private final Path directory;
  private Settings settings;
  private final List<String> options =
      new ArrayList<>(
          List.of(
              "-Xmx256m",
              "-XX:TieredStopAtLevel=1",
              "-Djava.util.logging.config.file="
                  + Path.of("src/test/resources/node-logging.properties").toAbsolutePath()));
  private Process process;
  private int from;

  NodeProcess(Path directory, Settings settings) {
    this.directory = directory;
    this.settings = settings;
    this.armed = new Armed(directory.resolve("windows"));
  }

  /** With one more option of its virtual machine, from its next start on. */
  NodeProcess with(String option) {
    options.add(option);
    return this;
  }

  /** From its next start on. */
  NodeProcess with(Patience patience) {
    settings = settings.with(patience);
    return this;
  }

  NodeProcess start() {
    return start(SmallNode.class, Rules.options(directory, armed.directory(), NarayanaRules.ALL));
  }

  /** Again, and out of reach of the rules, which take a while to be put in. */
  NodeProcess restart() {
    return start(SmallNode.class, List.of());
  }

  /** Without its application. */
  NodeProcess startEmpty() {
    return start(EmptyServer.class, List.of("-cp", Bare.classPath(directory)));
  }

  private NodeProcess start(Class<?> main, List<String> more) {
    armed.forgetMarks();
    from = output().length();
    List<String> all = new ArrayList<>(options);
    all.addAll(more);
    process = Jvm.start(main, all, settings.arguments(), log());
    await()
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(50))
        .until(() -> !process.isAlive() || output().indexOf(SmallNode.READY, from) >= 0);
    if (output().indexOf(SmallNode.READY, from) < 0 && !armed.hasHalted()) {
      throw new IllegalStateException("it has ended before it was ready; see " + log());
    }
    return this;
  }

  void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  /** As an operator would. */
  void stop() {
    process.destroy();
    process.onExit().join();
  }

  /** Stands still, and so does everything in it, until {@link #thaw}: SIGSTOP. */
  void freeze() {
    signal("STOP");
  }

  void thaw() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().onExit().join();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean isAlive() {
    return process != null && process.isAlive();
  }

  long pid() {
    return process.pid();
  }

  /** The operating system's view of it. */
  ProcessHandle handle() {
    return process.toHandle();
  }

  boolean awaitEnd(Duration patience) {
    try {
      return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Waits until it has died in the window that was armed last; false if it did not, or elsewhere.
   */
  boolean awaitHalt(Duration patience) {
    return awaitEnd(patience) && armed.hasHalted();
  }

  /** What it has counted as attempts of messages, all its lives through. */
  List<String> failedAttempts() {
    return said(SmallNode.FAILED);
  }

  /** Whatever came to its route for a second time, all its lives through. */
  List<String> redelivered() {
    return said(SmallNode.REDELIVERED);
  }

  /** The keys that its route was run for, each time that it was, all its lives through. */
  List<String> handled() {
    return said(SmallNode.HANDLED).stream()
        .map(line -> line.substring(line.lastIndexOf('|') + 1))
        .toList();
  }

  /** How its consumer has stopped, each time that it did so in order. */
  List<String> stops() {
    return said(SmallNode.STOPPED);
  }

  private List<String> said(String word) {
    return output().lines().filter(line -> line.startsWith(word)).toList();
  }

  /** Where its transaction manager keeps its log. */
  Path objectStore() {
    return Path.of(settings.log());
  }

  /** Takes away its transaction manager's log, decisions and all. */
  void forgetItsLog() {
    try (Stream<Path> files = Files.walk(objectStore())) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path log() {
    return directory.resolve("node.log");
  }

  String output() {
    try {
      return Files.exists(log()) ? Files.readString(log(), StandardCharsets.ISO_8859_1) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
