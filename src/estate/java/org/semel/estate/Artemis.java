// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A stand-alone broker, in a process that can be killed and started again on its journal. */
public final class Artemis implements BrokerView, AutoCloseable {

  public static final String DEAD_LETTERS = "DLQ";

  private final Path directory;
  private final int port = Ports.free();
  private final List<String> queues;
  private final List<String> options;
  private Process process;
  private long from;

  /** One that is not started yet, and lets in nobody but {@link Producer}'s user. */
  public static Artemis withLogin(Path directory, List<String> queues) {
    return new Artemis(
        directory,
        queues,
        "-Dartemis.user=" + WildFlyHome.USER,
        "-Dartemis.password=" + WildFlyHome.PASSWORD);
  }

  /**
   * A broker that is not started yet.
   *
   * @param options system properties; see {@link StandAloneArtemis}
   */
  public Artemis(Path directory, List<String> queues, String... options) {
    this.directory = directory;
    this.queues = queues;
    this.options = List.of(options);
  }

  /** Starts it, and waits until it takes connections. */
  public Artemis start() {
    begin();
    awaitStart();
    return this;
  }

  /** Starts it and does not wait. */
  public void begin() {
    from = output().length();
    List<String> jvm =
        new ArrayList<>(
            List.of(
                "-Xmx512m",
                "-Djava.util.logging.config.file="
                    + Path.of("src/test/resources/logging.properties").toAbsolutePath()));
    jvm.addAll(options);
    List<String> arguments =
        new ArrayList<>(
            List.of(directory.resolve("artemis").toString(), String.valueOf(port), DEAD_LETTERS));
    arguments.addAll(queues);
    process = Jvm.start(StandAloneArtemis.class, jvm, arguments, log());
  }

  public void awaitStart() {
    await()
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(100))
        .until(
            () -> !process.isAlive() || output().indexOf(StandAloneArtemis.READY, (int) from) > 0);
    if (!process.isAlive()) {
      throw new IllegalStateException("Artemis has ended; see " + log());
    }
  }

  /** Whom a broker that wants a login has turned away. */
  public List<String> turnedAway() {
    return output().lines().filter(line -> line.startsWith(StandAloneArtemis.REFUSED)).toList();
  }

  /** As a crash of the process would: kill -9. */
  public void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  public boolean isAlive() {
    return process != null && process.isAlive();
  }

  public long pid() {
    return process.pid();
  }

  public int port() {
    return port;
  }

  public Path log() {
    return directory.resolve("artemis.log");
  }

  /** What its clients connect to. */
  public String url() {
    return "tcp://localhost:" + port;
  }

  /** What it has prepared, and waits to be told the end of. */
  public BrokerBranches branches() {
    return new BrokerBranches(url());
  }

  /** In hand and scheduled ones, too. */
  @Override
  public long messages(String queue) {
    return management().queue(queue).getMessageCount();
  }

  @Override
  public int consumers(String queue) {
    return management().queue(queue).getConsumerCount();
  }

  @Override
  public int connections() {
    return management().connections();
  }

  @Override
  public int prepared() {
    return branches().prepared().size();
  }

  /** How many messages of a queue are with consumers: received, or fetched ahead. */
  public int inDelivery(String queue) {
    return management().inDelivery(queue);
  }

  @Override
  public void setPaused(String queue, boolean paused) {
    management().setPaused(queue, paused);
  }

  @Override
  public void addQueue(String name) {
    management().addQueue(name);
  }

  private ArtemisManagement management() {
    return new ArtemisManagement(url());
  }

  private String output() {
    try {
      return Files.exists(log()) ? Files.readString(log(), StandardCharsets.ISO_8859_1) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    if (isAlive()) {
      process.destroy();
      process.onExit().join();
    }
  }
}
