// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static java.util.Comparator.comparing;

import jakarta.jms.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.semel.chaos.Facts.Doubts;
import org.semel.estate.Artemis;
import org.semel.estate.ExampleTables;
import org.semel.estate.Liberty;
import org.semel.estate.Postgres;
import org.semel.estate.Producer;
import org.semel.estate.ServerKind;
import org.semel.estate.WildFly;
import org.semel.it.classic.ClassicMarks;
import org.semel.it.trouble.Mark;
import org.semel.it.windows.WindowRoutes;

/**
 * A real server, its broker and its database, to be killed. In its application are classic routes
 * (J), others that receive from {@code inbox:} over managed sessions (M), and over direct ones (D),
 * one for each window.
 */
final class WindowsStack implements AutoCloseable {

  private static final List<String> WINDOWS =
      Stream.of(WindowRoutes.CLASSIC, WindowRoutes.MANAGED, WindowRoutes.DIRECT)
          .flatMap(List::stream)
          .sorted(comparing(WindowsStack::moment))
          .toList();

  private static final List<String> OTHERS = List.of("foreign", "transferred", "semel.probe");

  private static final String CLAIMS =
      "SELECT key FROM semel_claim WHERE consumer = 'classic' OR consumer ~ '^[MD][0-9]+$'";

  private static final String ABSORBED =
      """
      SELECT count(*) FROM semel_duplicate JOIN semel_claim USING (identity, consumer)
      WHERE key = ?
      """;

  final Postgres postgres;
  final Artemis broker;
  final Node node;
  private final List<String> sent = new ArrayList<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  private static int moment(String window) {
    return Integer.parseInt(window.substring(1));
  }

  private WindowsStack(ServerKind kind, Path directory) {
    postgres = Postgres.start(directory);
    ExampleTables.createIn(postgres);
    postgres.execute(Mark.DDL);
    broker =
        new Artemis(directory, Stream.concat(WINDOWS.stream(), OTHERS.stream()).toList()).start();
    node = node(kind, directory);
    node.server().with(WindowsWar.build());
  }

  private Node node(ServerKind kind, Path directory) {
    return switch (kind) {
      case WILDFLY ->
          WildFlyNode.over(WildFly.withRemoteBroker(directory, postgres, broker), directory);
      case LIBERTY -> LibertyNode.over(new Liberty(directory, postgres, broker), directory);
    };
  }

  static WindowsStack start(ServerKind kind) {
    try {
      Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
      WindowsStack stack = new WindowsStack(kind, Files.createTempDirectory(target, "windows-"));
      Runtime.getRuntime().addShutdownHook(new Thread(stack::close));
      return stack;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts whatever the window before has left dead. */
  void begin() {
    node.armed().release();
    if (!broker.isAlive()) {
      broker.start();
    }
    if (!node.server().isAlive()) {
      node.server().begin();
      node.awaitStart();
    }
  }

  /**
   * All that there are, the late moments last: a transaction that has committed may not stand for
   * long, as recovery takes its record for one that was left behind.
   */
  List<String> windows() {
    return WINDOWS;
  }

  /** Sends a new message to the route of this window; returns its key, which begins with it. */
  String send(String window) {
    String key = window + "-" + UUID.randomUUID();
    sendOnceMore(key);
    sent.add(key);
    return key;
  }

  void sendOnceMore(String key) {
    try (Producer producer = Producer.to(broker, queue(key))) {
      send(producer, key);
    }
  }

  private static String queue(String key) {
    return key.substring(0, key.indexOf('-'));
  }

  private static void send(Producer producer, String key) {
    producer.send(
        context -> {
          Message message = context.createTextMessage("goes well");
          message.setStringProperty("key", key);
          return message;
        });
  }

  /** The keys of all that was sent so far. */
  List<String> sent() {
    return sent;
  }

  /** Those of the route of this letter. */
  List<String> sentTo(String kind) {
    return sent.stream().filter(key -> key.startsWith(kind)).toList();
  }

  List<String> effects() {
    return postgres.texts("SELECT key FROM mark");
  }

  List<String> claims() {
    return postgres.texts(CLAIMS);
  }

  /** How many copies of what had taken effect came, and were absorbed. */
  long absorbed(String key) {
    return postgres.number(ABSORBED, key);
  }

  /** This key for each run of its route, in all lives of the server. */
  List<String> runs(String key) {
    long runs = node.said(ClassicMarks.RUN + key).size() + runsAgain(key);
    return Collections.nCopies(Math.toIntExact(runs), key);
  }

  /** Those of them for a message that the broker had delivered before. */
  long runsAgain(String key) {
    return node.said(ClassicMarks.RUN_AGAIN + key).size();
  }

  /** What the intents for a destination were recorded for that are delivered. */
  List<String> intents(String destination) {
    return postgres.texts(
        "SELECT cause FROM semel_intent WHERE state = 'delivered' AND destination = ?",
        destination);
  }

  /** Whether nothing is left to be received, sent or decided. */
  boolean isQuiet() {
    return WINDOWS.stream().allMatch(queue -> broker.messages(queue) == 0)
        && postgres.number("SELECT count(*) FROM semel_intent WHERE state <> 'delivered'") == 0
        && doubts().equals(Doubts.NONE);
  }

  /** How many messages each queue has that is not empty, those in delivery too. */
  Map<String, Long> waiting() {
    return WINDOWS.stream()
        .filter(queue -> broker.messages(queue) > 0)
        .collect(Collectors.toMap(queue -> queue, broker::messages));
  }

  /** What nobody has decided yet, in all three places. */
  Doubts doubts() {
    return new Doubts(Set.copyOf(postgres.gids()), broker.branches().prepared(), node.records());
  }

  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    node.armed().release();
    node.server().close();
    broker.close();
    postgres.close();
  }
}
