// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.semel.chaos.Facts.Doubts;
import org.semel.chaos.Options.Broker;
import org.semel.chaos.Options.Receive;
import org.semel.chaos.Options.Recovery;
import org.semel.chaos.Strike.Target;
import org.semel.estate.Artemis;
import org.semel.estate.ConfirmationProvider;
import org.semel.estate.ExampleTables;
import org.semel.estate.ExampleWar;
import org.semel.estate.Postgres;
import org.semel.estate.Producer;
import org.semel.estate.WildFly;

/** A real server with the example, its broker, its database and its provider, to be killed. */
final class Estate implements AutoCloseable {

  static final String QUEUE = "reservations";

  final Path directory;
  final Armed armed;
  final Postgres postgres;
  final Artemis broker;
  final ConfirmationProvider provider = new ConfirmationProvider();
  final WildFly server;
  private final boolean embedded;
  private final AtomicBoolean closed = new AtomicBoolean();

  private Estate(Path directory, Options options) {
    this.directory = directory;
    this.embedded = options.stage().broker() == Broker.EMBEDDED;
    armed = new Armed(directory.resolve("windows"));
    postgres = Postgres.start(directory);
    ExampleTables.createIn(postgres);
    broker = new Artemis(directory, List.of(QUEUE, "semel.probe"));
    server =
        new WildFly(
            directory,
            postgres,
            "-Dconfirmation.url=" + provider.url(),
            "-Dsemel.server.broker.port=" + broker.port());
    if (!embedded) {
      broker.start();
      server.start().cli(Path.of("server-config/wildfly/remote-broker.cli"));
      server.stop();
      server.withOption("-Dsemel.consumer.reservations.dead-letter-address=DLQ");
    }
    if (options.stage().receive() == Receive.MANAGED) {
      server.withOption("-Dsemel.consumer.reservations.receive=managed");
      server.withOption("-Dsemel.consumer.reservations.connection-factory=java:/jms/semelXA");
    }
    if (options.stage().recovery() == Recovery.DEFAULTS) {
      forgetRecoverySettings(server.configuration());
    }
    server.withMachine(Rules.options(directory, armed.directory()));
    server.with(ExampleWar.build());
  }

  static Estate start(Options options) {
    try {
      Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
      Estate estate = new Estate(Files.createTempDirectory(target, "chaos-"), options);
      Runtime.getRuntime().addShutdownHook(new Thread(estate::close));
      estate.server.start();
      if (estate.server.output().contains("WFLYSRV0026")) {
        throw new IllegalStateException("the example does not start; see " + estate.server.log());
      }
      return estate;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void forgetRecoverySettings(Path configuration) {
    try {
      List<String> lines = Files.readAllLines(configuration);
      Files.write(
          configuration,
          lines.stream().filter(line -> !line.contains("EnvironmentBean.")).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Producer producer() {
    return producer(QUEUE);
  }

  private Producer producer(String queue) {
    return embedded ? new Producer(server.httpPort(), queue) : Producer.to(broker, queue);
  }

  /** Whom a kill hits: a broker inside the server is the server. */
  Target hit(Target target) {
    return embedded && target == Target.BROKER ? Target.SERVER : target;
  }

  void kill(Target target) {
    switch (hit(target)) {
      case SERVER -> server.kill();
      case BROKER -> broker.kill();
      case DATABASE -> postgres.kill();
    }
  }

  /** Starts it again; a server boots on by itself. */
  void restart(Target target) {
    switch (hit(target)) {
      case SERVER -> server.begin();
      case BROKER -> broker.start();
      case DATABASE -> postgres.start();
    }
  }

  long effects() {
    return postgres.number("SELECT count(*) FROM reservation");
  }

  long queued() {
    return embedded ? server.management().messages(QUEUE) : broker.messages(QUEUE);
  }

  /** The bodies of the messages that the broker has given up. */
  List<String> deadLetters() {
    try (Producer reader = producer(Artemis.DEAD_LETTERS)) {
      return reader.browse();
    }
  }

  Facts facts(String run) {
    Facts.Left left = new Facts.Left(queued(), Witnesses.keys(deadLetters()), doubts());
    return Witnesses.of(new Witnesses.Hearing(postgres, run, provider, left));
  }

  /** What nobody has decided yet, in all three places. */
  Doubts doubts() {
    return new Doubts(
        Set.copyOf(postgres.gids()),
        embedded ? server.management().preparedTransactions() : broker.prepared(),
        TransactionLog.records(server.objectStore()));
  }

  /** Outcomes of single branches that nobody knows. */
  int notes() {
    return TransactionLog.notes(server.objectStore()).size();
  }

  /** What can be seen of it while some part is down. */
  Doubts visibleDoubts(Target down) {
    boolean brokerIsDown = embedded || down == Target.BROKER;
    return new Doubts(
        down == Target.DATABASE ? Set.of() : Set.copyOf(postgres.gids()),
        brokerIsDown ? Set.of() : broker.prepared(),
        TransactionLog.records(server.objectStore()));
  }

  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    armed.release();
    server.close();
    broker.close();
    postgres.close();
    provider.close();
  }
}
