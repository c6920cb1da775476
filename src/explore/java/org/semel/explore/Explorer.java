// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.LogManager;
import org.semel.small.SmallServer;

/** Draws cases, plays them, and prints what the model was wrong about. */
public final class Explorer {

  private static final int WRONG = 1;
  private static final int BAD_OPTIONS = 2;

  /** After so many finds it stops: more would most often be the same. */
  private static final int MOST_FINDS = 3;

  /** How long a smaller case is waited for: one that has not ended by then may be a find. */
  private static final Duration HASTE = Duration.ofSeconds(20);

  private final Options options;
  private final Control control;
  private final PrintStream out;
  private final long end;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger played = new AtomicInteger();
  private final AtomicLong messages = new AtomicLong();
  private final AtomicLong intents = new AtomicLong();
  private final AtomicLong acts = new AtomicLong();
  private final List<Find> finds = new CopyOnWriteArrayList<>();
  private final Coverage coverage = new Coverage();

  private Explorer(Options options, Control control, PrintStream out) {
    this.options = options;
    this.control = control;
    this.out = out;
    Duration time = options.time().isZero() ? Duration.ofDays(365) : options.time();
    this.end = System.nanoTime() + time.toNanos();
  }

  /** Takes no arguments; see {@link Options} for the system properties. */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT); // scripts read what is printed
    LogManager.getLogManager().reset(); // thousands of failures that are meant
    PrintStream out = System.out;
    int status = WRONG;
    try {
      status = status(out);
    } catch (RuntimeException e) {
      e.printStackTrace(out);
    }
    out.flush();
    silence(); // so that the last line stays the last
    System.exit(status); // ends database and broker, too
  }

  private static void silence() {
    PrintStream none = new PrintStream(OutputStream.nullOutputStream(), true, UTF_8);
    System.setOut(none);
    System.setErr(none);
  }

  private static int status(PrintStream out) {
    Options options;
    try {
      options = Options.of(System.getProperties());
    } catch (IllegalArgumentException e) {
      out.println("explore: " + e.getMessage());
      return BAD_OPTIONS;
    }
    if (options.only().equals("controls")) {
      return controls(options, out);
    }
    List<TakenOut> mends =
        TakenOut.all().stream().filter(mend -> options.only().equals(mend.name())).toList();
    if (!mends.isEmpty()) {
      return withoutMends(options, mends, out) == 0 ? 0 : WRONG;
    }
    return run(options, Control.NONE, out).isEmpty() ? 0 : WRONG;
  }

  /** What is broken on purpose, each by itself; the rows of the tables in docs/explorer.md. */
  private static int controls(Options options, PrintStream out) {
    int missed = 0;
    for (Control control : Control.broken()) {
      List<Find> finds = run(options.whole(), control, out);
      missed += finds.isEmpty() ? 1 : 0;
      String by = finds.stream().map(Explorer::told).findFirst().orElse("not found");
      out.printf("| `%s` | %s | %s |%n", control, control.meaning, by);
    }
    return missed + withoutMends(options, TakenOut.all(), out) == 0 ? 0 : WRONG;
  }

  /** How many of these mends can be taken out, and nothing is found. */
  private static int withoutMends(Options options, List<TakenOut> mends, PrintStream out) {
    int missed = 0;
    for (TakenOut mend : mends) {
      Absence.Outcome outcome = new Absence(mend, options).outcome();
      missed += outcome.isFound() ? 0 : 1;
      String row = mend.row(outcome);
      out.println(row);
      if ("write".equals(System.getProperty("semel.docs"))) {
        mend.write(row);
      }
      out.flush();
    }
    return missed;
  }

  private static String told(Find find) {
    return "case %d: %s".formatted(find.number(), find.differences().get(0));
  }

  /** Plays the cases of a run, and says about which of them the model was wrong. */
  static List<Find> run(Options options, Control control, PrintStream out) {
    prepare();
    Explorer explorer = new Explorer(options, control, out);
    explorer.play();
    explorer.print();
    return List.copyOf(explorer.finds);
  }

  /**
   * Plays one case.
   *
   * @throws AssertionError if the model was wrong about it
   */
  public static void assertHolds(String text) {
    prepare();
    List<String> differences =
        Played.of(Case.of(text), Control.NONE, Played.PATIENCE).differences();
    if (!differences.isEmpty()) {
      throw new AssertionError(String.join("\n", differences) + "\nin the case\n" + text);
    }
  }

  static synchronized void prepare() {
    SmallServer.shared().postgres().execute(Staging.TABLES);
    SmallServer.shared().recovery().sparesWhatRuns(); // other cases
  }

  private void play() {
    if (options.number().isPresent()) {
      play(options.number().get());
      return;
    }
    ExecutorService threads = Executors.newFixedThreadPool(options.threads());
    try {
      List<Callable<Void>> players = new ArrayList<>();
      for (int i = 0; i < options.threads(); i++) {
        players.add(this::playOn);
      }
      for (Future<Void> player : threads.invokeAll(players)) {
        Void unused = player.get();
      }
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException("the run broke off", e);
    } finally {
      threads.shutdown();
    }
  }

  private int most() {
    return isControl() ? 1 : MOST_FINDS;
  }

  /** Whether something is broken on purpose: that it is found is all that is asked. */
  private boolean isControl() {
    return options.first() || control != Control.NONE;
  }

  private Void playOn() {
    while (finds.size() < most() && System.nanoTime() < end) {
      int number = next.getAndIncrement();
      if (number >= options.cases()) {
        break;
      }
      if (options.wants(Case.drawn(options.seed(), number))) {
        play(number);
      }
    }
    return null;
  }

  private void play(int number) {
    Case drawn = Case.drawn(options.seed(), number);
    Played.Outcome outcome = Played.of(drawn, control, Played.PATIENCE);
    played.incrementAndGet();
    messages.addAndGet(outcome.messages());
    intents.addAndGet(outcome.intents());
    acts.addAndGet(outcome.acts().size());
    coverage.meet(drawn, outcome.states());
    if (!outcome.differences().isEmpty()) {
      found(number, drawn, outcome.differences());
    }
  }

  private void found(int number, Case drawn, List<String> differences) {
    out.printf(
        "explore: the model was wrong about case %d of seed %d%s:%n",
        number, options.seed(), control == Control.NONE ? "" : ", as " + control.meaning);
    differences.forEach(one -> out.println("  " + one));
    out.println(drawn.text());
    out.flush();
    Find find = new Find(options.seed(), number, drawn, differences);
    finds.add(find);
    if (!isControl()) {
      out.println(find.smallest(this::differences).test());
      out.flush();
    }
  }

  private List<String> differences(Case one) {
    return Played.of(one, control, HASTE).differences();
  }

  private void print() {
    coverage.print(out);
    out.printf(
        "explore: cases=%d messages=%d intents=%d acts=%d failures=%d seed=%d%n",
        played.get(), messages.get(), intents.get(), acts.get(), finds.size(), options.seed());
  }
}
