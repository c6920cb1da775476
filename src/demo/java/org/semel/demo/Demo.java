// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import static java.util.stream.Collectors.joining;
import static org.semel.estate.Users.ADMIN;
import static org.semel.estate.Users.OPERATOR;
import static org.semel.estate.Users.VIEWER;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.logging.LogManager;
import java.util.stream.Stream;
import org.semel.estate.ServerKind;
import org.semel.estate.Users;

/** Runs the main job before your eyes. */
public final class Demo {

  private static final int DOES_NOT_ADD_UP = 1;
  private static final int BAD_OPTIONS = 2;

  private final Options options;
  private final Orders orders;
  private final Estate estate;
  private final Story story;

  private Demo(Options options, Orders orders, Estate estate, Story story) {
    this.options = options;
    this.orders = orders;
    this.estate = estate;
    this.story = story;
  }

  /** Takes no arguments; see {@link Options} for the system properties. */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT); // scripts read what is printed
    LogManager.getLogManager().reset(); // the story is told here; the servers' logs are files
    PrintStream out = System.out;
    int status;
    try {
      Options options = Options.of(System.getProperties());
      status = run(options, FullSpeed.MESSAGES, out);
    } catch (IllegalArgumentException e) {
      out.println("semel: " + e.getMessage());
      status = BAD_OPTIONS;
    }
    out.flush();
    Runtime.getRuntime().halt(status); // so that the last line stays the last
  }

  /**
   * Plays all of it.
   *
   * @param atFullSpeed the most messages by which the full speed is measured
   */
  static int run(Options options, int atFullSpeed, PrintStream out) {
    Orders orders = orders(options);
    Story story = new Story(out);
    story.tell("\nSemel: every message takes effect once.\n");
    ServerKind kind = options.server();
    story.now(
        "PostgreSQL and %s start, configured by %s"
            .formatted(kind.product(), kind.configuration()));
    try (Estate estate = Estate.prepare(kind)) {
      Runtime.getRuntime().addShutdownHook(new Thread(estate::close));
      estate.start();
      return new Demo(options, orders, estate, story).play(atFullSpeed);
    }
  }

  private static Orders orders(Options options) {
    Orders lines = options.input().map(Orders::read).orElseGet(Sample::orders);
    if (lines.lines().isEmpty()) {
      throw new IllegalArgumentException(
          "semel.input=%s has no lines".formatted(options.input().orElseThrow()));
    }
    return options.messages().isPresent() ? lines.repeated(options.messages().getAsInt()) : lines;
  }

  private int play(int atFullSpeed) {
    introduce();
    Speed speed = FullSpeed.measure(estate, atFullSpeed);
    story.tell("\n" + speed.words() + "\n");
    long seed = new Random().nextInt(1_000_000);
    story.tell(task(seed));
    Pace pace = Job.work(options, orders, estate, new Random(seed), story);
    Figures figures = estate.figures();
    List<String> faults = figures.faults(orders);
    story.tell("\n" + new Verdict(figures, faults, pace, speed).words(estate.provider.requests()));
    return conclude(figures, faults);
  }

  private void introduce() {
    story.now("they are up");
    String example = "http://localhost:%d/example/".formatted(estate.site.server().httpPort());
    story.besides("example   " + example);
    story.besides("console   " + example + "semel/");
    story.besides(
        "          " + Stream.of(VIEWER, OPERATOR, ADMIN).map(Demo::login).collect(joining("  ")));
    story.besides("database  " + estate.postgres.jdbcUrl());
    story.besides("          psql " + estate.postgres.uri());
    story.besides(
        "provider  %s (counts effects per idempotency key)".formatted(estate.provider.url()));
    story.besides("logs      " + estate.directory);
  }

  private static String login(Users user) {
    return user.user() + ":" + user.password();
  }

  private String task(long seed) {
    return "%,d order lines; %d %% of them are sent twice, some at the same moment; %s (seed %d).\n"
        .formatted(
            orders.lines().size(),
            options.duplicates(),
            options.kills() == 0 ? "no one kills the server" : "kill -9 x " + options.kills(),
            seed);
  }

  private int conclude(Figures figures, List<String> faults) {
    if (!faults.isEmpty()) {
      story.tell("Data and logs are kept in %s%n".formatted(estate.directory));
    } else if (!options.exit()) {
      story.tell("All stays up until Ctrl-C.\n\n" + figures);
      awaitInterrupt();
    }
    estate.close();
    story.tell(figures.toString());
    return faults.isEmpty() ? 0 : DOES_NOT_ADD_UP;
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
