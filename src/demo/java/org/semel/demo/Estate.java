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
import org.semel.estate.ServerKind;
import org.semel.estate.Site;

/** Database, provider and server of the demo, with their data in one directory. */
final class Estate implements AutoCloseable {

  /** Where the order lines are sent to. */
  static final String QUEUE = "reservations";

  private static final Duration DEATH = Duration.ofMinutes(1);

  final Path directory;
  final Postgres postgres;
  final ConfirmationProvider provider;
  final Site site;
  private final AtomicBoolean closed = new AtomicBoolean();
  private ProcessHandle running;

  private Estate(Path directory, ServerKind kind) {
    this.directory = directory;
    this.postgres = Postgres.start(directory);
    ExampleTables.createIn(postgres);
    this.provider = new ConfirmationProvider();
    this.site = kind.site(directory, postgres);
    site.server()
        .withOption("-Dconfirmation.url=" + provider.url())
        .withOption("-Dsemel.console=on")
        .with(ExampleWar.build());
  }

  /** Starts all but the server. */
  static Estate prepare(ServerKind kind) {
    try {
      Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
      return new Estate(Files.createTempDirectory(target, "demo-"), kind);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts the server, and waits until it is up. */
  void start() {
    site.start();
    running = site.server().handle();
  }

  /** Kills the server, at once, and waits until it is dead. */
  void kill() {
    running.destroyForcibly();
    if (!site.server().awaitEnd(DEATH)) {
      throw new IllegalStateException("the server still runs " + DEATH + " after kill -9");
    }
  }

  Producer producer() {
    return site.producer(QUEUE);
  }

  Figures figures() {
    return Figures.read(postgres, site.broker(), provider);
  }

  /** Whether queue and intents are worked off and nothing is in doubt. */
  boolean isQuiet() {
    return postgres.number("SELECT count(*) FROM semel_intent WHERE state IN ('pending', 'leased')")
            == 0
        && postgres.gids().isEmpty()
        && site.broker().messages(QUEUE) == 0
        && site.broker().prepared() == 0;
  }

  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    site.close();
    postgres.close();
    provider.close();
  }
}
