// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Random;
import java.util.function.ToIntFunction;
import java.util.logging.LogManager;

/** Runs a campaign. Its last line has a form that scripts can read. */
public final class Chaos {

  private static final int VIOLATED = 1;
  private static final int BAD_OPTIONS = 2;

  private Chaos() {}

  /** Takes no arguments; see {@link Options} for the system properties. */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT); // scripts read what is printed
    LogManager.getLogManager().reset(); // the story is told here; the servers' logs are files
    PrintStream out = System.out;
    int status = status(System.getProperties(), options -> run(options, out), out);
    out.flush();
    Runtime.getRuntime().halt(status); // so that the last line stays the last
  }

  /** A run that breaks off has shown nothing, and its options are not to blame. */
  static int status(Properties properties, ToIntFunction<Options> run, PrintStream out) {
    Options options;
    try {
      options = Options.of(properties);
    } catch (IllegalArgumentException e) {
      out.println("chaos: " + e.getMessage());
      return BAD_OPTIONS;
    }
    try {
      return run.applyAsInt(options);
    } catch (RuntimeException e) {
      e.printStackTrace(out);
      out.println("chaos: broken off: " + e);
      return VIOLATED;
    }
  }

  static int run(Options options, PrintStream out) {
    Random random = new Random(options.seed());
    int nodes = options.stage().nodes();
    return run(options, Plan.of(options.kills(), nodes, options.windows(), random), out);
  }

  /**
   * Plays another plan than the seed's.
   *
   * @param plan as many strikes as the options say
   */
  static int run(Options options, List<Strike> plan, PrintStream out) {
    out.printf(
        "%nSemel under fire: %,d messages, 30 %% of them twice; %d kills -9; server %s; broker %s; seed %d%n",
        options.messages(),
        options.kills(),
        options.stage().servers(),
        options.stage().broker(),
        options.seed());
    try (Estate estate = Estate.start(options)) {
      out.printf("Data and logs: %s%n%n", estate.directory);
      List<String> faults = new Campaign(options, estate, out).run(plan);
      return faults.isEmpty() ? 0 : VIOLATED;
    }
  }
}
