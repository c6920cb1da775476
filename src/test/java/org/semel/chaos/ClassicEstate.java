// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import jakarta.jms.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.semel.chaos.Facts.Doubts;
import org.semel.estate.Artemis;
import org.semel.estate.ExampleTables;
import org.semel.estate.ExampleWar;
import org.semel.estate.Postgres;
import org.semel.estate.Producer;
import org.semel.estate.WildFly;
import org.semel.it.trouble.Mark;

/** A real server with the classic route, its broker and its database, to be killed. */
final class ClassicEstate implements AutoCloseable {

  private static final int MESSAGES = 5;

  private static final String POLICY =
      """
      semel.consumer-defaults.connection-factory=java:/jms/semelXA
      semel.consumer-defaults.dead-letter-address=DLQ
      semel.destination.foreign.keys=honoured
      semel.destination.foreign.lease=10s
      semel.destination.transferred.transfer=xa
      """;

  final Postgres postgres;
  final Artemis broker;
  final Node node;
  private final List<String> sent = new ArrayList<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  private ClassicEstate(Path directory) {
    postgres = Postgres.start(directory);
    ExampleTables.createIn(postgres);
    postgres.execute(Mark.DDL);
    broker =
        new Artemis(directory, List.of("classic", "foreign", "transferred", "semel.probe")).start();
    Armed armed = new Armed(directory.resolve("windows"));
    node =
        new Node(
            WildFly.withRemoteBroker(directory, postgres, broker)
                .withMachine(Rules.options(directory, armed.directory()))
                .with(war()),
            armed);
  }

  static ClassicEstate start() {
    try {
      Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
      ClassicEstate estate = new ClassicEstate(Files.createTempDirectory(target, "classic-"));
      Runtime.getRuntime().addShutdownHook(new Thread(estate::close));
      return estate;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static WebArchive war() {
    return ExampleWar.bare("classic.war")
        .addPackage("org.semel.it.classic")
        .addClass(Mark.class)
        .addAsResource(new StringAsset(Mark.PERSISTENCE), "META-INF/persistence.xml")
        .addAsResource(new StringAsset(POLICY), "META-INF/microprofile-config.properties");
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

  /** Sends some new ones, each of them twice. */
  void send() {
    List<String> keys =
        Stream.generate(UUID::randomUUID).limit(MESSAGES).map(UUID::toString).toList();
    try (Producer producer = Producer.to(broker, "classic")) {
      keys.forEach(key -> send(producer, key));
      keys.forEach(key -> send(producer, key));
    }
    sent.addAll(keys);
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

  List<String> effects() {
    return postgres.texts("SELECT key FROM mark");
  }

  List<String> claims() {
    return postgres.texts("SELECT key FROM semel_claim WHERE consumer = 'classic'");
  }

  /** What the intents for a destination were recorded for that are delivered. */
  List<String> intents(String destination) {
    return postgres.texts(
        "SELECT cause FROM semel_intent WHERE state = 'delivered' AND destination = ?",
        destination);
  }

  /** Whether nothing is left to be received, sent or decided. */
  boolean isQuiet() {
    return broker.messages("classic") == 0
        && postgres.number("SELECT count(*) FROM semel_intent WHERE state <> 'delivered'") == 0
        && doubts().equals(Doubts.NONE);
  }

  private Doubts doubts() {
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
