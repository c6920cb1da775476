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
import java.util.function.BiFunction;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;

/**
 * A WildFly of its own data, configured by the user's script, that can be started, stopped, killed
 * and started again.
 */
public final class WildFly implements AutoCloseable {

  private static final Duration DEPLOYMENT = Duration.ofMinutes(3);

  private final WildFlyHome home;
  private final Path directory;
  private final Path base;
  private final List<String> options = new ArrayList<>();
  private final List<String> machine = new ArrayList<>();
  private WildFlyProcess process;
  private int offset = Ports.offset();

  /**
   * A server that uses this database.
   *
   * @param directory for its data and its logs
   * @param options further system properties, as the command line has them
   */
  public WildFly(Path directory, Postgres postgres, String... options) {
    this(directory, postgres, WildFlyHome::base);
    this.options.addAll(List.of(options));
  }

  private WildFly(
      Path directory, Postgres postgres, BiFunction<WildFlyHome, Path, Path> configuration) {
    this.home = WildFlyHome.configured();
    this.directory = directory;
    this.base = configuration.apply(home, directory);
    this.options.add("-Dsemel.server.db.port=" + postgres.port());
  }

  /** One that works with a broker in a process of its own, and not with the one inside it. */
  public static WildFly withRemoteBroker(Path directory, Postgres postgres, Artemis broker) {
    return new WildFly(directory, postgres, WildFlyHome::baseForRemoteBroker)
        .withOption("-Dsemel.server.broker.port=" + broker.port());
  }

  /** A further system property, from its next start on. */
  public WildFly withOption(String option) {
    options.add(option);
    return this;
  }

  /** Starts its virtual machine with these options, from its next start on. */
  public WildFly withMachine(List<String> options) {
    machine.addAll(options);
    return this;
  }

  /** Puts an application where the server finds it when it starts. */
  public WildFly with(Archive<?> archive) {
    archive
        .as(ZipExporter.class)
        .exportTo(base.resolve("deployments").resolve(archive.getName()).toFile(), true);
    return this;
  }

  /**
   * Puts an application into the running server and waits until it has started.
   *
   * @throws IllegalStateException with the server's own words if it has not
   */
  public void deploy(Archive<?> archive) {
    Path deployed = base.resolve("deployments").resolve(archive.getName() + ".deployed");
    Path failed = base.resolve("deployments").resolve(archive.getName() + ".failed");
    await("the server's scanner has seen the end of an earlier " + archive.getName())
        .atMost(DEPLOYMENT)
        .until(() -> !Files.exists(deployed) && !Files.exists(failed));
    with(archive);
    await("the server has deployed or refused " + archive.getName())
        .atMost(DEPLOYMENT)
        .until(() -> Files.exists(deployed) || Files.exists(failed));
    if (Files.exists(failed)) {
      throw new IllegalStateException(refusal(archive, failed));
    }
  }

  /** What the server says of a failed deployment, which is taken away again. */
  private String refusal(Archive<?> archive, Path failed) {
    try {
      String words = Files.readString(failed);
      Files.delete(base.resolve("deployments").resolve(archive.getName()));
      Files.deleteIfExists(failed); // the server's scanner does so, too, once the archive is gone
      return words;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts it and waits until it has booted. */
  public WildFly start() {
    begin();
    awaitStart();
    return this;
  }

  /** Starts it and does not wait. */
  public void begin() {
    process =
        WildFlyProcess.start(
            new WildFlyProcess.Home(home.path(), base, directory), options, machine, offset);
  }

  public void awaitStart() {
    process.awaitStart();
  }

  public void kill() {
    process.kill();
  }

  public void stop() {
    process.stop();
  }

  /** Waits until it has ended by itself; false if it has not within {@code patience}. */
  public boolean awaitEnd(Duration patience) {
    return process.awaitEnd(patience);
  }

  /** Of the virtual machine, not of the shell that has started it. */
  public long pid() {
    return process.pid();
  }

  /** Where the transaction manager keeps its log. */
  public Path objectStore() {
    return base.resolve("data/tx-object-store");
  }

  /** What it has on disk; to be read while it is dead. */
  public DeadServer remains() {
    return new DeadServer(base.resolve("data"));
  }

  public boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** The operating system's view of the running server. */
  public ProcessHandle handle() {
    return process.handle();
  }

  /** What the transaction manager calls itself; part of every transaction's name. */
  public String node() {
    return WildFlyProcess.node(offset);
  }

  public int httpPort() {
    return 8080 + offset;
  }

  public Management management() {
    return new Management(9990 + offset);
  }

  /** The output of the latest run. */
  public String output() {
    return process.output();
  }

  /** Where that output is, for people. */
  public Path log() {
    return process.log();
  }

  /** Runs a script of the command line interface against it. */
  public void cli(Path script) {
    home.cli(9990 + offset, directory, "--file=" + script.toAbsolutePath());
  }

  public Path configuration() {
    return base.resolve("configuration/standalone-full.xml");
  }

  @Override
  public void close() {
    if (isAlive()) {
      process.stop();
    }
  }
}
