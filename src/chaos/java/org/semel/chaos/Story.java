// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.semel.chaos.Facts.Doubts;
import org.semel.chaos.Strike.Target;

/** Tells the campaign while it goes on. Every line of a kill has the seed. */
final class Story {

  private final PrintStream out;
  private final long seed;
  private final Instant start = Instant.now();

  Story(PrintStream out, long seed) {
    this.out = out;
    this.seed = seed;
  }

  /**
   * What the last line is made of.
   *
   * @param options what was asked for
   * @param plan all kills
   */
  record Last(
      Options options, List<Strike> plan, Facts facts, Verdict verdict, Recoveries recoveries) {

    private int messages() {
      return options.messages();
    }

    private int nodes() {
      return options.stage().nodes();
    }

    private long kills(Target target) {
      return plan.stream().filter(strike -> strike.target() == target).count();
    }
  }

  void tell(String line) {
    out.printf("%5d s   %s%n", Duration.between(start, Instant.now()).toSeconds(), line);
    out.flush();
  }

  void struck(Strike strike, boolean hit, Doubts left, long effects) {
    tell(
        "seed %d, kill %d: %s%s %s%s; effects %,d; left in doubt: %s"
            .formatted(
                seed,
                strike.number(),
                strike.whom(),
                strike.again() ? ", during recovery," : "",
                strike.where(),
                hit ? "" : " (missed)",
                effects,
                left));
  }

  void recovered(Strike strike, Duration lasted) {
    tell(
        "        kill %d: nothing in doubt %s s after the restart"
            .formatted(strike.number(), Recoveries.seconds(lasted)));
  }

  void restarted(Node node, Duration lasted, long effects) {
    tell(
        "%s was stopped in order and is up again, after %s s; effects %,d"
            .formatted(node.name(), Recoveries.seconds(lasted), effects));
  }

  void windows(List<String> lines, Recoveries recoveries) {
    out.printf("%nWindows that were hit (docs/crash-matrix.md):%n");
    lines.forEach(line -> out.printf("  %s%n", line));
    out.printf("Recoveries from something in doubt: %d%n", recoveries.count());
  }

  /** See {@link TransactionLog}. */
  void log(int notes, int cutOff) {
    out.printf("Notes for a person in the transaction log, nothing in doubt: %d%n", notes);
    out.printf("Records that a kill cut off as they were written: %d%n%n", cutOff);
  }

  void violated(String fault) {
    out.printf("VIOLATED (seed %d)  %s%n", seed, fault);
  }

  void last(Last last) {
    Facts facts = last.facts();
    out.printf(
        "chaos: messages=%d deliveries=%d kills=%d server=%d broker=%d database=%d effects=%d lost=%d"
            + " doubled=%d parked=%d dead-lettered=%d in-doubt=%d provider-effects=%d"
            + " recovery-p50=%ss recovery-max=%ss%s%n",
        last.messages(),
        facts.deliveries(),
        last.plan().size(),
        last.kills(Target.SERVER),
        last.kills(Target.BROKER),
        last.kills(Target.DATABASE),
        facts.effects().values().stream().mapToLong(Facts.Effect::times).sum(),
        last.verdict().lost(),
        last.verdict().doubled(),
        facts.parked().size(),
        facts.left().deadLettered().size(),
        facts.left().doubts().count(),
        facts.provider().effects().size(),
        last.recoveries().median(),
        last.recoveries().longest(),
        last.nodes() > 1 ? " nodes=%1$d restarted=%1$d".formatted(last.nodes()) : "");
    out.flush();
  }
}
