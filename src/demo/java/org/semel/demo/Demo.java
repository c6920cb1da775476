// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.LogManager;

/** Runs the main job before your eyes. */
public final class Demo {

  /** Longer than any recovery: when nothing has moved for so long, nothing will. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(2);
  private static final int DOES_NOT_ADD_UP = 1;
  private static final int BAD_OPTIONS = 2;

  private final Options options;
  private final Orders orders;
  private final Estate estate;
  private final Random random;
  private final PrintStream out;
  private final Instant start = Instant.now();
  private Instant told = Instant.EPOCH;

  private Demo(Options options, Orders orders, Estate estate, Random random, PrintStream out) {
    this.options = options;
    this.orders = orders;
    this.estate = estate;
    this.random = random;
    this.out = out;
  }

  /** Takes no arguments; see {@link Options} for the system properties. */
  public static void main(String[] arguments) {
    LogManager.getLogManager().reset(); // the story is told here; the servers' logs are files
    PrintStream out = System.out;
    int status;
    try {
      Options options = Options.of(System.getProperties());
      status = run(options, out);
    } catch (IllegalArgumentException e) {
      out.println("semel: " + e.getMessage());
      status = BAD_OPTIONS;
    }
    out.flush();
    Runtime.getRuntime().halt(status); // so that the last line stays the last
  }

  static int run(Options options, PrintStream out) {
    Orders orders = options.input().map(Orders::read).orElseGet(Sample::orders);
    long seed = new Random().nextInt(1_000_000);
    out.printf("%nSemel: every message takes effect once.%n%n");
    out.println(
        "Starting PostgreSQL and WildFly, configured by server-config/wildfly/configure.cli ...");
    try (Estate estate = Estate.prepare()) {
      Runtime.getRuntime().addShutdownHook(new Thread(estate::close));
      estate.wildFly.start();
      Demo demo = new Demo(options, orders, estate, new Random(seed), out);
      demo.introduce(seed);
      demo.work();
      return demo.conclude();
    }
  }

  private void introduce(long seed) {
    out.printf("  example   http://localhost:%d/example/%n", estate.wildFly.httpPort());
    out.printf("  database  %s%n", estate.postgres.jdbcUrl());
    out.printf("            psql %s%n", estate.postgres.uri());
    out.printf("  provider  %s (counts effects per idempotency key)%n", estate.provider.url());
    out.printf("  logs      %s%n%n", estate.directory);
    out.printf(
        "%,d order lines; %d %% of them are sent twice, some at the same moment; %s (seed %d).%n%n",
        orders.lines().size(),
        options.duplicates(),
        options.kills() == 0 ? "nobody kills the server" : "kill -9 x " + options.kills(),
        seed);
  }

  /** Feeds, kills and tells until all is quiet, or nothing moves any more. */
  private void work() {
    Feed feed = new Feed(orders.lines(), options.duplicates(), random, estate::producer);
    Kills kills = new Kills(options.kills(), orders.identities(), random);
    feed.start();
    Instant moved = Instant.now();
    String before = "";
    while (Instant.now().isBefore(moved.plus(PATIENCE))) {
      long effects = estate.effects();
      if (kills.due(effects)) {
        kill(effects);
        continue; // what was read before the kill is old
      }
      String now = progress(feed, effects);
      if (!now.equals(before)) {
        moved = Instant.now();
        before = now;
      }
      if (feed.isFinished() && kills.areOver() && estate.isQuiet()) {
        return;
      }
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
    }
    out.printf("Nothing has moved for %d minutes.%n", PATIENCE.toMinutes());
  }

  private String progress(Feed feed, long effects) {
    long delivered =
        estate.postgres.number("SELECT count(*) FROM semel_intent WHERE state = 'delivered'");
    long absorbed = estate.postgres.number("SELECT count(*) FROM semel_duplicate");
    String line =
        "still to send %,7d   effects %,7d   duplicates absorbed %,7d   confirmed %,7d"
            .formatted(feed.size(), effects, absorbed, delivered);
    if (Instant.now().isAfter(told.plus(BETWEEN_LINES))) {
      told = Instant.now();
      out.printf("%4d s   %s%n", Duration.between(start, told).toSeconds(), line);
    }
    return line;
  }

  private void kill(long effects) {
    Instant killed = Instant.now();
    estate.wildFly.kill();
    out.printf("         kill -9 of the server at %,d effects ... ", effects);
    out.flush();
    int inDoubt = estate.postgres.gids().size();
    estate.wildFly.start();
    out.printf(
        "it left %d transactions in doubt; up again after %d s%n",
        inDoubt, Duration.between(killed, Instant.now()).toSeconds());
  }

  private int conclude() {
    Figures figures = estate.figures();
    List<String> faults = figures.faults(orders);
    tell(figures, faults);
    boolean stays = faults.isEmpty() && !options.exit();
    if (stays) {
      out.printf("All stays up until Ctrl-C.%n%n%s%n", figures);
      awaitInterrupt();
    }
    estate.close();
    out.printf("%s%n", figures);
    return faults.isEmpty() ? 0 : DOES_NOT_ADD_UP;
  }

  private void tell(Figures figures, List<String> faults) {
    out.printf(
        "%nThe broker handed out %,d deliveries of %,d messages in %d s. Each took effect once: %,d%n"
            + "reservations, and %,d deliveries absorbed. %,d confirmations were recorded with them and%n"
            + "sent afterwards; the provider was asked %,d times and saw %,d different keys.%n%n",
        figures.deliveries(),
        figures.messages(),
        Duration.between(start, Instant.now()).toSeconds(),
        figures.effects(),
        figures.duplicates(),
        figures.intents(),
        estate.provider.requests(),
        figures.providerEffects());
    faults.forEach(fault -> out.printf("DOES NOT ADD UP  %s%n", fault));
    if (!faults.isEmpty()) {
      out.printf("Data and logs are kept in %s%n%n", estate.directory);
    }
  }

  /** Until the process is told to go. */
  private static void awaitInterrupt() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
