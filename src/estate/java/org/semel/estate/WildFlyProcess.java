// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** One run of a WildFly, from start to stop or kill. */
final class WildFlyProcess {

  private static final Path CONF = Path.of("server-config/wildfly/standalone.conf.example");

  private static final Duration BOOT = Duration.ofMinutes(6);
  private static final AtomicInteger RUNS = new AtomicInteger();

  private final Process shell;
  private final Path pidFile;
  private final Path log;
  private final int offset;

  private WildFlyProcess(Process shell, Path pidFile, Path log, int offset) {
    this.shell = shell;
    this.pidFile = pidFile;
    this.log = log;
    this.offset = offset;
  }

  /** Starts a server on free ports. Its output goes to a file in {@code directory}. */
  static WildFlyProcess start(Path home, Path base, Path directory, List<String> options) {
    return start(new Home(home, base, directory), options, List.of(), Ports.offset());
  }

  /**
   * Where a server lives.
   *
   * @param base its configuration and data
   * @param directory its output
   */
  record Home(Path home, Path base, Path directory) {}

  static WildFlyProcess start(Home where, List<String> options, List<String> machine, int offset) {
    int run = RUNS.incrementAndGet();
    Path directory = where.directory();
    Path pidFile = directory.resolve("wildfly-" + run + ".pid");
    Path log = directory.resolve("wildfly-" + run + ".log");
    List<String> command =
        new ArrayList<>(
            List.of(
                where.home().resolve("bin/standalone.sh").toString(),
                "-c",
                "standalone-full.xml",
                "-b",
                "127.0.0.1",
                "-bmanagement",
                "127.0.0.1",
                "-Djboss.server.base.dir=" + where.base(),
                "-Djboss.socket.binding.port-offset=" + offset,
                "-Dsemel.server.node=" + node(offset),
                "-Dsemel.server.db.password=" + Postgres.PASSWORD,
                "-Dsemel.server.broker.user=" + WildFlyHome.USER,
                "-Dsemel.server.broker.password=" + WildFlyHome.PASSWORD));
    command.addAll(options);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    ServerJava.into(builder);
    builder.environment().put("RUN_CONF", conf(where).toString());
    builder
        .environment()
        .putAll(
            Map.of(
                "LAUNCH_JBOSS_IN_BACKGROUND",
                "1",
                "JBOSS_PIDFILE",
                pidFile.toString(),
                "JAVA_OPTS",
                "-Xms256m -Xmx1g -Djava.net.preferIPv4Stack=true "
                    + String.join(" ", ClassArchive.of(where.home()).using())
                    + " "
                    + String.join(" ", machine)));
    try {
      return new WildFlyProcess(builder.start(), pidFile, log, offset);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The server's own, and what a user is to append to it. */
  private static Path conf(Home where) {
    try {
      return Files.writeString(
          where.directory().resolve("standalone.conf"),
          Files.readString(where.home().resolve("bin/standalone.conf")) + Files.readString(CONF));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String node(int offset) {
    return "semel-" + offset;
  }

  /** Waits until the server has booted, with whatever result its deployments have. */
  void awaitStart() {
    await()
        .atMost(BOOT)
        .pollInterval(Duration.ofMillis(200))
        .until(() -> !shell.isAlive() || contains("WFLYSRV0025") || contains("WFLYSRV0026"));
    if (!shell.isAlive()) {
      throw new IllegalStateException("WildFly has ended; see " + log);
    }
  }

  /** Whether its output so far contains this. */
  boolean contains(String text) {
    return output().contains(text);
  }

  String output() {
    try {
      return Files.exists(log)
          ? Files.readString(log, java.nio.charset.StandardCharsets.ISO_8859_1)
          : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path log() {
    return log;
  }

  int managementPort() {
    return 9990 + offset;
  }

  int httpPort() {
    return 8080 + offset;
  }

  int offset() {
    return offset;
  }

  boolean isAlive() {
    return shell.isAlive();
  }

  /** As an operator would: the server suspends, applications stop. */
  void stop() {
    stop(Duration.ofMinutes(1));
  }

  /** The same, by one who kills it after {@code patience}; whether that was not needed. */
  boolean stop(Duration patience) {
    handle().destroy();
    return end(patience);
  }

  /** As a crash of the process would: kill -9. */
  void kill() {
    handle().destroyForcibly();
    end(Duration.ofMinutes(1));
  }

  boolean awaitEnd(Duration patience) {
    try {
      return shell.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  long pid() {
    return handle().pid();
  }

  ProcessHandle handle() {
    try {
      await().until(() -> Files.exists(pidFile) && !Files.readString(pidFile).isBlank());
      long pid = Long.parseLong(Files.readString(pidFile).strip());
      return ProcessHandle.of(pid).orElseGet(shell::toHandle);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean end(Duration patience) {
    try {
      boolean byItself = shell.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
      if (!byItself) {
        handle().destroyForcibly();
        shell.destroyForcibly().waitFor();
      }
      return byItself;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
