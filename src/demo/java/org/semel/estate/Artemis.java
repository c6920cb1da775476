// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.management.SimpleManagement;
import org.apache.activemq.artemis.jms.client.ActiveMQConnection;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQSession;

/** A stand-alone broker, in a process that can be killed and started again on its journal. */
public final class Artemis implements AutoCloseable {

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

  /** How many messages are in a queue: in hand and scheduled ones, too. */
  public long messages(String queue) {
    return query(queue).getMessageCount();
  }

  /** How many consume from a queue. */
  public int consumers(String queue) {
    return query(queue).getConsumerCount();
  }

  /** How many messages of a queue are with consumers: received, or fetched ahead. */
  public int inDelivery(String queue) {
    try {
      SimpleManagement management = new SimpleManagement(url(), "", "").open();
      try {
        return management.getDeliveringCountOnQueue(queue);
      } finally {
        management.close();
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private ClientSession.QueueQuery query(String queue) {
    try (var factory = new ActiveMQConnectionFactory(url() + "?reconnectAttempts=0");
        ActiveMQConnection connection = (ActiveMQConnection) factory.createConnection()) {
      var session = (ActiveMQSession) connection.createSession();
      return session.getCoreSession().queueQuery(SimpleString.of(queue));
    } catch (JMSException | ActiveMQException e) {
      throw new IllegalStateException(e);
    }
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
