// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionTimeoutException;
import org.semel.chaos.Facts.Doubts;
import org.semel.chaos.small.Kind;
import org.semel.chaos.small.Settings;
import org.semel.chaos.small.SmallNode;
import org.semel.estate.Artemis;
import org.semel.estate.ConfirmationProvider;
import org.semel.estate.ExampleTables;
import org.semel.estate.Postgres;
import org.semel.estate.Producer;

/** Database, broker and small nodes, each in processes of its own, and the outside ledger. */
final class Stack implements AutoCloseable {

  final Path directory;
  final Postgres postgres;
  final Artemis broker;
  final ConfirmationProvider provider = new ConfirmationProvider();
  final String run = "r" + UUID.randomUUID().toString().substring(0, 8);
  private final Ledger ledger;
  private final Sender sender;
  private final List<NodeProcess> nodes = new ArrayList<>();
  private final Onlooker onlooker;
  private final AtomicBoolean closed = new AtomicBoolean();
  private boolean intending = true;
  private int sent;
  private int made;

  private Stack(String... brokerOptions) {
    directory = directory();
    broker =
        new Artemis(directory, List.of(SmallNode.QUEUE, SmallNode.CONFIRMATIONS), brokerOptions);
    broker.begin();
    postgres = Postgres.start(directory);
    ExampleTables.createIn(postgres);
    broker.awaitStart();
    ledger = new Ledger(directory.resolve("ledger.txt"));
    sender = new Sender(ledger, () -> Producer.to(broker, SmallNode.QUEUE), new Random(1));
    onlooker = new Onlooker(postgres, broker, provider, nodes);
    Runtime.getRuntime().addShutdownHook(new Thread(this::close));
  }

  static Stack start(String... brokerOptions) {
    return new Stack(brokerOptions);
  }

  private static Path directory() {
    try {
      Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
      return Files.createTempDirectory(target, "small-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A node with a log of its own, not started yet. */
  NodeProcess node(String name, Kind kind) {
    return node(name, kind, postgres.port(), broker.port());
  }

  /** The same, which reaches database and broker through these. */
  NodeProcess nodeThrough(Kind kind, Proxy database, Proxy broker) {
    return node("p" + made, kind, database.port(), broker.port());
  }

  private NodeProcess node(String name, Kind kind, int databasePort, int brokerPort) {
    Path home = directory.resolve("node-" + made++);
    NodeProcess node =
        new NodeProcess(
            home,
            new Settings(
                name,
                home.resolve("txlog").toString(),
                postgres.jdbcUrl().replace(":" + postgres.port(), ":" + databasePort),
                broker.url().replace(":" + broker.port(), ":" + brokerPort),
                provider.url(),
                kind));
    nodes.add(node);
    intending = kind != Kind.STOCK_REPOSITORY;
    return node;
  }

  /**
   * Kills it, if it lives. What it leaves in its log counts no more: it waits for a person, or was
   * being written when it was killed, as a transaction manager writes what waits for a person again
   * in each of its recoveries.
   */
  void dismiss(NodeProcess node) {
    if (node.isAlive()) {
      node.kill();
    }
    nodes.remove(node);
  }

  /** What the nodes' transaction managers have in their logs, for whoever reads of a failure. */
  String logs() {
    return nodes.stream()
        .map(NodeProcess::objectStore)
        .map(store -> store + " " + TransactionLog.told(store))
        .collect(Collectors.joining("; "));
  }

  /** Sends this many new ones, some of them twice, and waits until the broker has them. */
  void send(int orders) {
    release(orders);
    await().atMost(Duration.ofMinutes(2)).until(sender::isDone);
  }

  /** Sends a new one, once; returns its key. */
  String sendOne() {
    return once(Order.of(run, sent++));
  }

  /** Sends this many new ones, some of them twice, and does not wait. */
  void release(int orders) {
    sender.release(
        IntStream.range(sent, sent + orders).mapToObj(line -> Order.of(run, line)).toList());
    sent += orders;
  }

  /** Sends once more what was sent last. */
  void sendTheLastAgain() {
    once(Order.of(run, sent - 1));
  }

  /** Sends a new one that is refused each time; returns its key. */
  String sendPoison() {
    return once(Order.poison(run, sent++));
  }

  private String once(Order order) {
    sender.once(order);
    await().until(sender::isDone);
    return order.key();
  }

  /** What is wrong when all has come to rest, or has had time for it. */
  Verdict verdict(Duration patience) {
    try {
      await()
          .atMost(patience)
          .pollInterval(Duration.ofMillis(200))
          .ignoreExceptions()
          .until(this::staysQuiet);
    } catch (ConditionTimeoutException e) {
      // what is left is told below
    }
    return verdict();
  }

  /** What is wrong at this moment. */
  Verdict verdict() {
    return Verdict.of(ledger.entries(), facts(), key -> intending);
  }

  Facts facts() {
    return onlooker.facts(run);
  }

  /**
   * How many messages came again though they had taken effect, and were absorbed; less than nothing
   * while there are some that have not been worked off.
   */
  long absorbedAgain() {
    int sends = ledger.entries().values().stream().mapToInt(Ledger.Entry::ok).sum();
    return facts().deliveries() - sends;
  }

  Doubts doubts() {
    return onlooker.doubts();
  }

  /** Looks three times: what is given back to the broker is counted nowhere for a moment. */
  private boolean staysQuiet() {
    nodes.forEach(node -> TransactionLog.putBack(node.objectStore()));
    return IntStream.range(0, 3).allMatch(look -> isQuiet());
  }

  private boolean isQuiet() {
    return sender.isDone() && onlooker.isQuiet();
  }

  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    sender.close();
    nodes.stream().filter(NodeProcess::isAlive).forEach(NodeProcess::kill);
    broker.close();
    postgres.close();
    provider.close();
  }
}
