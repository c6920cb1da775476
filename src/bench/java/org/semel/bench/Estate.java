// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.ToIntFunction;
import org.apache.camel.processor.idempotent.jdbc.JdbcMessageIdRepository;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.semel.estate.ConfirmationProvider;
import org.semel.estate.ExampleTables;
import org.semel.estate.ExampleWar;
import org.semel.estate.Postgres;
import org.semel.estate.WildFly;
import org.semel.example.OrderEvent;
import org.semel.example.Reservation;
import org.semel.example.Reservations;
import org.semel.example.StockLevel;
import org.springframework.jdbc.core.JdbcTemplate;

/** Database and server, with all receivers deployed and none started. */
final class Estate implements AutoCloseable {

  private static final String TABLES =
      """
      CREATE TABLE camel_messageprocessed (
        processorname varchar(255), messageid varchar(100), createdat timestamp,
        PRIMARY KEY (processorname, messageid));
      GRANT ALL ON camel_messageprocessed TO semel;
      INSERT INTO stock SELECT 'B' || i, 0 FROM generate_series(0, 9999) AS i;
      """;

  private static final String EMPTY =
      """
      TRUNCATE semel_claim, semel_duplicate, semel_attempt, semel_parked, semel_intent, reservation, camel_messageprocessed
      """;

  private static final String BEAN_STARTS_WHEN_TOLD =
      """
      <jboss:ejb-jar xmlns:jboss="urn:jboss:jakartaee:1.0" xmlns="https://jakarta.ee/xml/ns/jakartaee" xmlns:d="urn:delivery-active:2.0" version="4.0">
        <assembly-descriptor>
          <d:delivery>
            <ejb-name>*</ejb-name>
            <d:active>false</d:active>
          </d:delivery>
        </assembly-descriptor>
      </jboss:ejb-jar>
      """;

  /** What the start asks for; one variant runs at a time, and opens as many as it needs. */
  private static final int ALL_VARIANTS_AT_ONCE = 800;

  final Postgres postgres;
  final WildFly wildFly;
  final ConfirmationProvider provider = new ConfirmationProvider();
  final HangingProvider hanging = new HangingProvider();

  /** The server speaks to the database directly. */
  static Estate timed() {
    return new Estate(postgres -> postgres.port());
  }

  /** The server speaks to the database through {@code turns}. */
  static Estate counted(Turns turns) {
    return new Estate(postgres -> turns.before(postgres.port()));
  }

  private Estate(ToIntFunction<Postgres> databasePort) {
    Path directory = directory();
    postgres = Postgres.start(directory);
    ExampleTables.createIn(postgres);
    postgres.execute(TABLES);
    wildFly =
        new WildFly(
                directory,
                postgres,
                "-Dsemel.server.db.port=" + databasePort.applyAsInt(postgres),
                "-Dconfirmation.url=" + provider.url(),
                "-Dhanging.url=" + hanging.url())
            .start();
    wildFly.management().addQueue("bench");
    wildFly.management().setMostConnections(ALL_VARIANTS_AT_ONCE);
    wildFly.deploy(war());
  }

  private static WebArchive war() {
    return ExampleWar.bare("bench.war")
        .addPackage("org.semel.bench.server")
        .addClasses(
            OrderEvent.class,
            OrderEvent.OrderLine.class,
            Reservation.class,
            Reservations.class,
            StockLevel.class)
        .addAsLibraries(jar(JdbcMessageIdRepository.class), jar(JdbcTemplate.class))
        .addAsResource("META-INF/persistence.xml")
        .addAsWebInfResource(new StringAsset(BEAN_STARTS_WHEN_TOLD), "jboss-ejb3.xml")
        .addAsResource(new StringAsset(policy()), "META-INF/microprofile-config.properties");
  }

  private static String policy() {
    StringBuilder policy =
        new StringBuilder(
            """
            semel.consumer-defaults.connection-factory=java:/jms/semelXA
            semel.consumer-defaults.identity=property:key
            semel.consumer-defaults.queue=bench
            semel.consumer-defaults.workers=8
            semel.consumer-defaults.receive-wait=200ms
            semel.consumer-defaults.recovered-by=java:/jms/semelXA
            semel.destination.confirmation.keys=honoured
            semel.destination.confirmation.concurrency=16
            semel.destination.confirmation.batch=500
            semel.destination.hanging.keys=honoured
            semel.destination.hanging.concurrency=16
            semel.consumer.natural50.strategy=natural
            """);
    for (String name : List.of("natural50", "idle50")) {
      policy.append("semel.consumer.%s.batch=50%n".formatted(name));
      policy.append("semel.consumer.%s.receive=direct%n".formatted(name));
      policy.append("semel.consumer.%s.connection-factory=java:/jms/semelDirect%n".formatted(name));
    }
    for (String name : List.of("hot", "aside", "slow")) {
      for (int size : new int[] {1, 50}) {
        policy.append("semel.consumer.%s%d.batch=%d%n".formatted(name, size, size));
        policy.append("semel.consumer.%s%d.receive=direct%n".formatted(name, size));
        policy.append("semel.consumer.%s%d.transaction-timeout=5s%n".formatted(name, size));
        policy.append(
            "semel.consumer.%s%d.connection-factory=java:/jms/semelDirect%n".formatted(name, size));
      }
    }
    for (int size : new int[] {1, 10, 50, 200}) {
      policy.append("semel.consumer.direct%d.batch=%d%n".formatted(size, size));
      policy.append("semel.consumer.direct%d.receive=direct%n".formatted(size));
      policy.append(
          "semel.consumer.direct%d.connection-factory=java:/jms/semelDirect%n".formatted(size));
      policy.append("semel.consumer.managed%d.batch=%d%n".formatted(size, size));
      policy.append("semel.consumer.ack%d.batch=%d%n".formatted(size, size));
      policy.append("semel.consumer.ack%d.protocol=ack-after-commit%n".formatted(size));
      policy.append(
          "semel.consumer.ack%d.connection-factory=java:/jms/semelLocal%n".formatted(size));
    }
    return policy.toString();
  }

  /** As new: no rows, nothing in the queue, nothing in doubt. */
  void empty() {
    awaitQuiet();
    postgres.execute(EMPTY);
    postgres.execute("CHECKPOINT");
  }

  void awaitQuiet() {
    await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () ->
                wildFly.management().messages("bench") == 0
                    && postgres.gids().isEmpty()
                    && wildFly.management().prepared() == 0);
  }

  private static File jar(Class<?> type) {
    try {
      return new File(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path directory() {
    try {
      Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
      return Files.createTempDirectory(target, "bench-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    wildFly.close();
    postgres.close();
    provider.close();
    hanging.close();
  }
}
