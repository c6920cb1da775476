// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.semel.estate.ConfirmationProvider;
import org.semel.estate.ExampleTables;
import org.semel.estate.ExampleWar;
import org.semel.estate.Postgres;
import org.semel.estate.Producer;
import org.semel.estate.WildFly;

/** Database, provider and server of the demo, with their data in one directory. */
final class Estate implements AutoCloseable {

  /** Where the order lines are sent to. */
  static final String QUEUE = "reservations";

  private static final Duration DEATH = Duration.ofMinutes(1);

  final Path directory;
  final Postgres postgres;
  final ConfirmationProvider provider;
  final WildFly wildFly;
  private final AtomicBoolean closed = new AtomicBoolean();
  private ProcessHandle running;

  private Estate(Path directory) {
    this.directory = directory;
    this.postgres = Postgres.start(directory);
    ExampleTables.createIn(postgres);
    this.provider = new ConfirmationProvider();
    this.wildFly =
        new WildFly(directory, postgres, "-Dconfirmation.url=" + provider.url())
            .with(ExampleWar.build());
  }

  /** Starts all but the server. */
  static Estate prepare() {
    try {
      Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
      return new Estate(Files.createTempDirectory(target, "demo-"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts the server, and waits until it is up. */
  void start() {
    wildFly.start();
    running = wildFly.handle();
  }

  /** Kills the server, at once, and waits until it is dead. */
  void kill() {
    running.destroyForcibly();
    if (!wildFly.awaitEnd(DEATH)) {
      throw new IllegalStateException("WildFly still runs " + DEATH + " after kill -9");
    }
  }

  Producer producer() {
    return new Producer(wildFly.httpPort(), QUEUE);
  }

  Figures figures() {
    return Figures.read(postgres, wildFly.management(), provider);
  }

  /** Whether queue and intents are worked off and nothing is in doubt. */
  boolean isQuiet() {
    return postgres.number("SELECT count(*) FROM semel_intent WHERE state IN ('pending', 'leased')")
            == 0
        && postgres.gids().isEmpty()
        && wildFly.management().messages(QUEUE) == 0
        && wildFly.management().prepared() == 0;
  }

  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    wildFly.close();
    postgres.close();
    provider.close();
  }
}
