// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.ToIntFunction;
import org.semel.estate.ConfirmationProvider;
import org.semel.estate.ExampleTables;
import org.semel.estate.Postgres;
import org.semel.estate.ServerKind;
import org.semel.estate.WildFly;

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

  final Postgres postgres;
  final ServerUnderTest server;
  final ConfirmationProvider provider = new ConfirmationProvider();
  final HangingProvider hanging = new HangingProvider();

  /** A server that speaks to the database directly. */
  static Estate timed(ServerKind kind) {
    return new Estate(kind, Postgres::port, List.of());
  }

  /** As {@link #timed}, with these options for the server's machine. */
  static Estate timed(ServerKind kind, List<String> options) {
    return new Estate(kind, Postgres::port, options);
  }

  /** A WildFly that speaks to the database through {@code turns}. */
  static Estate counted(Turns turns) {
    return new Estate(ServerKind.WILDFLY, postgres -> turns.before(postgres.port()), List.of());
  }

  private Estate(ServerKind kind, ToIntFunction<Postgres> databasePort, List<String> options) {
    Path directory = directory();
    postgres = Postgres.start(directory);
    ExampleTables.createIn(postgres);
    postgres.execute(TABLES);
    server = ServerUnderTest.of(kind, directory, postgres);
    server
        .appServer()
        .withOption("-Dsemel.server.db.port=" + databasePort.applyAsInt(postgres))
        .withOption("-Dconfirmation.url=" + provider.url())
        .withOption("-Dhanging.url=" + hanging.url());
    options.forEach(server.appServer()::withOption);
    try {
      server.start();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** The server of {@link #counted}, with what only that has. */
  WildFly wildFly() {
    return (WildFly) server.appServer();
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
                server.broker().messages(ServerUnderTest.QUEUE) == 0
                    && postgres.gids().isEmpty()
                    && server.broker().prepared() == 0);
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
    server.close();
    postgres.close();
    provider.close();
    hanging.close();
  }
}
