// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.semel.chaos.Facts.Doubts;
import org.semel.chaos.Options.Broker;
import org.semel.chaos.Strike.Target;
import org.semel.estate.Artemis;
import org.semel.estate.ConfirmationProvider;
import org.semel.estate.ExampleTables;
import org.semel.estate.Postgres;
import org.semel.estate.Producer;
import org.semel.estate.WildFly;

/** Real servers with the example, their broker, their database and their provider, to be killed. */
final class Estate implements AutoCloseable {

  final Path directory;
  final Postgres postgres;
  final ConfirmationProvider provider = new ConfirmationProvider();
  final List<Node> nodes;
  private final Artemis artemis;
  private final EstateBroker broker;
  private final AtomicBoolean closed = new AtomicBoolean();

  private Estate(Path directory, Options.Stage stage) {
    this.directory = directory;
    postgres = Postgres.start(directory);
    ExampleTables.createIn(postgres);
    artemis = new Artemis(directory, List.of(EstateBroker.QUEUE, "semel.probe"));
    if (stage.broker() == Broker.STANDALONE) {
      artemis.start();
    }
    Node.Shared shared = new Node.Shared(postgres, artemis, provider);
    nodes =
        IntStream.rangeClosed(1, stage.nodes())
            .mapToObj(number -> node(number, directory.resolve("server-" + number), stage, shared))
            .toList();
    broker = new EstateBroker(artemis, inside(stage));
  }

  private static Node node(int number, Path home, Options.Stage stage, Node.Shared shared) {
    return Node.prepare(stage.servers().kind(number), home, stage, shared);
  }

  private Optional<WildFly> inside(Options.Stage stage) {
    return stage.broker() == Broker.EMBEDDED && nodes.get(0) instanceof WildFlyNode only
        ? Optional.of(only.server())
        : Optional.empty();
  }

  static Estate start(Options options) {
    try {
      Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
      Estate estate = new Estate(Files.createTempDirectory(target, "chaos-"), options.stage());
      Runtime.getRuntime().addShutdownHook(new Thread(estate::close));
      estate.nodes.forEach(node -> node.server().begin());
      estate.nodes.forEach(Node::awaitStart);
      return estate;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Producer producer() {
    return broker.producer();
  }

  /** Whom a kill hits: a broker inside the server is the server. */
  Target hit(Target target) {
    return broker.isInside() && target == Target.BROKER ? Target.SERVER : target;
  }

  /** The server that a strike kills, or in which it waits for the moment. */
  Node node(Strike strike) {
    return nodes.get(strike.node());
  }

  void kill(Strike strike) {
    switch (hit(strike.target())) {
      case SERVER -> node(strike).server().kill();
      case BROKER -> broker.kill();
      case DATABASE -> postgres.kill();
    }
  }

  /** Starts it again; a server boots on by itself. */
  void restart(Strike strike) {
    switch (hit(strike.target())) {
      case SERVER -> node(strike).server().begin();
      case BROKER -> broker.start();
      case DATABASE -> postgres.start();
    }
  }

  long effects() {
    return postgres.number("SELECT count(*) FROM reservation");
  }

  long queued() {
    return broker.queued();
  }

  Facts facts(String run) {
    Facts.Left left = new Facts.Left(queued(), Witnesses.keys(broker.deadLetters()), doubts());
    return Witnesses.of(new Witnesses.Hearing(postgres, run, provider.keys(), left));
  }

  /** What nobody has decided yet, in all three places. */
  Doubts doubts() {
    return doubts(nodes, Set.copyOf(postgres.gids()), broker.prepared());
  }

  /** Outcomes of single branches that nobody knows. */
  int notes() {
    return nodes.stream().mapToInt(Node::notes).sum();
  }

  /** Records that were cut off as they were written. */
  int cutOff() {
    return nodes.stream().mapToInt(Node::cutOff).sum();
  }

  /** Puts back what recoveries have set aside, as an operator would; returns its names. */
  Set<String> putBack() {
    return nodes.stream().flatMap(node -> node.putBack().stream()).collect(Collectors.toSet());
  }

  /** What is in the logs of the transaction managers, for whoever reads of a failure. */
  List<String> logs() {
    return nodes.stream().map(node -> node.name() + " has in its log " + node.logTold()).toList();
  }

  /** What can be seen of it while some part is down. */
  Doubts visibleDoubts(Target down) {
    return doubts(
        nodes,
        down == Target.DATABASE ? Set.of() : Set.copyOf(postgres.gids()),
        broker.isInside() || down == Target.BROKER ? Set.of() : broker.prepared());
  }

  /**
   * What was in doubt when database or broker was killed, and shows only now that it is up again.
   * The servers work on meanwhile: what they have begun since then is under way.
   *
   * @param killed when the database was
   * @param known what could be seen, or was left before; by it the broker's are told
   */
  Doubts foundAgain(Target target, Instant killed, Doubts known) {
    if (target == Target.DATABASE) {
      return new Doubts(Set.copyOf(postgres.gidsBefore(killed)), Set.of(), Set.of());
    }
    Set<String> ids = known.database().stream().map(Node::globalId).collect(Collectors.toSet());
    ids.addAll(known.broker());
    return new Doubts(Set.of(), only(broker.prepared(), ids::contains), Set.of());
  }

  /**
   * What one of several servers has left while the others work on: theirs is not in doubt, but
   * under way.
   */
  Doubts doubtsLeftBy(Node node) {
    Doubts all = visibleDoubts(Target.SERVER);
    return nodes.size() == 1
        ? all
        : new Doubts(
            only(all.database(), node::hasBegunInDatabase),
            only(all.broker(), node::hasBegunInBroker),
            node.records());
  }

  private static Set<String> only(Set<String> all, Predicate<String> which) {
    return all.stream().filter(which).collect(Collectors.toSet());
  }

  private static Doubts doubts(List<Node> nodes, Set<String> database, Set<String> broker) {
    Set<String> log =
        nodes.stream().flatMap(node -> node.records().stream()).collect(Collectors.toSet());
    return new Doubts(database, broker, log);
  }

  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    nodes.forEach(node -> node.armed().release());
    nodes.forEach(node -> node.server().close());
    artemis.close();
    postgres.close();
    provider.close();
  }
}
