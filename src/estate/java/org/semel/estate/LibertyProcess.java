// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** One run of an Open Liberty, from start to stop or kill. */
final class LibertyProcess {

  private static final Duration PATIENCE = Duration.ofMinutes(6);
  private static final AtomicInteger RUNS = new AtomicInteger();

  private final Process process;
  private final Path log;

  private LibertyProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts the server in the foreground, so that the script becomes the virtual machine.
   *
   * @param home of the product
   * @param user holds the server's directory, under {@code servers}
   * @param directory for its output
   */
  static LibertyProcess start(Path home, Path user, Path directory) {
    return run(home, user, directory.resolve("liberty-" + RUNS.incrementAndGet() + ".log"), "run");
  }

  /**
   * Runs another act of the server's script and waits for its end.
   *
   * @throws IllegalStateException if it fails
   */
  static void command(Path home, Path user, Path directory, String act) {
    LibertyProcess command = run(home, user, directory.resolve("liberty-" + act + ".log"), act);
    if (!command.awaitEnd(PATIENCE) || command.process.exitValue() != 0) {
      throw new IllegalStateException("server " + act + ": " + command.output());
    }
  }

  private static LibertyProcess run(Path home, Path user, Path log, String act) {
    ProcessBuilder builder =
        new ProcessBuilder(home.resolve("bin/server").toString(), act, LibertyHome.SERVER)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("WLP_USER_DIR", user.toString());
    ServerJava.into(builder);
    try {
      return new LibertyProcess(builder.start(), log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Waits until its output satisfies this.
   *
   * @throws IllegalStateException if it ends before
   */
  void awaitOutput(String what, Predicate<String> condition) {
    await(what)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(200))
        .until(() -> !process.isAlive() || condition.test(output()));
    if (!process.isAlive()) {
      throw new IllegalStateException("Liberty has ended; see " + log);
    }
  }

  String output() {
    try {
      return Files.exists(log) ? Files.readString(log, StandardCharsets.ISO_8859_1) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path log() {
    return log;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  /** As an operator would: applications stop. */
  void stop() {
    process.destroy();
    end();
  }

  /** As a crash of the process would: kill -9. */
  void kill() {
    process.destroyForcibly();
    end();
  }

  boolean awaitEnd(Duration patience) {
    try {
      return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void end() {
    if (!awaitEnd(Duration.ofMinutes(1))) {
      process.destroyForcibly().onExit().join();
    }
  }
}
