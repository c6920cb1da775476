// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.semel.testkit.Run.Outcome;

/**
 * The outcome of a trial. As text it names each step that is not safe, says what the step does, by
 * which run that showed, and what to write instead.
 */
public final class Report {

  private final long begun = System.nanoTime();
  private final Outcome good;
  private final Set<String> byChance;
  private final Set<String> ignored;
  private final List<String> unmet = new ArrayList<>();
  private final List<String> notStruck = new ArrayList<>();
  private final Map<String, Finding> findings = new LinkedHashMap<>();
  private final boolean inServer;
  private int runs;
  private long took;
  private boolean blind;

  /** An unsafe step. */
  private record Finding(String step, Evidence.Kind kind, List<String> seen) {

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder("NOT SAFE: " + step + "\n  It " + kind.words + ".\n");
      seen.stream().limit(4).forEach(one -> text.append("  Seen: ").append(one).append('\n'));
      if (seen.size() > 4) {
        text.append("  and ").append(seen.size() - 4).append(" more\n");
      }
      return text.append("  Instead: ").append(kind.remedy).append('\n').toString();
    }
  }

  Report(Outcome good, Outcome twin, Set<String> ignored, boolean inServer) {
    this.good = good;
    this.byChance = byChance(good, twin);
    this.ignored = ignored;
    this.inServer = inServer;
    evidence("without faults", good);
    good.parked().forEach(one -> finding("the consumer", Evidence.Kind.PARKED, one));
    good.stuck().forEach(one -> finding("the consumer", Evidence.Kind.PARKED, "left: " + one));
    remembers(twin);
    if (findings.isEmpty()) {
      add("without faults, again", "", twin);
    }
  }

  /**
   * Points behind a step, as those of a relay, that only one of two runs without faults passed: it
   * may do two things in one transaction, or in two.
   */
  private static Set<String> byChance(Outcome good, Outcome twin) {
    return good.points().stream()
        .filter(point -> point.startsWith("after ") && !twin.points().contains(point))
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * The first run left something behind in this virtual machine: no further run can be compared.
   */
  private void remembers(Outcome twin) {
    for (Difference difference : good.differences(twin, ignored)) {
      if (kind(difference) == Evidence.Kind.LESS) {
        String step =
            good.points().stream()
                .filter(point -> !twin.points().contains(point))
                .findFirst()
                .map(Report::stepOf)
                .orElse("the consumer");
        finding(
            step,
            inServer ? Evidence.Kind.ABSORBS : Evidence.Kind.REMEMBERS,
            difference + ", when it runs again");
      }
    }
  }

  /** The step whose thread was at this point, or the route that it had run. */
  private static String stepOf(String point) {
    return point.replaceFirst("^in (.*): [^:]*$", "$1").replaceFirst("^after (.*): [^:]*$", "$1");
  }

  /** Whether nothing was found yet that lets all further runs differ. */
  boolean isComparable() {
    return findings.values().stream().noneMatch(one -> one.kind().letsAllDiffer);
  }

  /** Adds a run; {@code point} is where it was struck, empty if it was not. */
  void add(String run, String point, Outcome found) {
    runs++;
    took = System.nanoTime() - begun;
    if (!point.isEmpty() && !found.wasStruck()) {
      (byChance.contains(point) ? notStruck : unmet).add(point);
    }
    evidence(run, found);
    String remembered =
        run + ": " + found.identities() + " identities of " + good.identities() + " messages";
    if (found.identities() > good.identities()) {
      finding("the consumer's identity", Evidence.Kind.FORGETS, remembered);
      return;
    }
    if (found.identities() < good.identities() && found.stuck().isEmpty()) {
      finding("the consumer's memory", Evidence.Kind.FORGOTTEN, remembered);
    }
    String step = lastStepBefore(point);
    for (Difference difference : good.differences(found, ignored)) {
      finding(step, kind(difference), difference + ", when " + run);
    }
  }

  /** Adds a run in which every message must have taken effect again. */
  void control(Outcome found) {
    blind = good.effects(found, ignored).stream().noneMatch(Difference::isMore);
    took = System.nanoTime() - begun;
  }

  /**
   * Whether each run had the effect of the run without faults, each fault was met that each run
   * meets, and a second effect is seen.
   */
  public boolean isExact() {
    return findings.isEmpty() && unmet.isEmpty() && !blind;
  }

  /**
   * How many points the run without faults passed at which a machine can die; inside a deployed
   * application, at which a step can fail.
   */
  public int points() {
    return good.points().size();
  }

  /** How many runs were compared with the run without faults. */
  public int runs() {
    return runs;
  }

  /** Whether a step is named whose words contain this text. */
  public boolean names(String step) {
    return findings.values().stream().anyMatch(one -> one.step().contains(step));
  }

  @Override
  public String toString() {
    StringBuilder text =
        new StringBuilder(
            "Semel's test kit: %d runs beside the one without faults, %d points at which %s, %d s.\n"
                .formatted(
                    runs,
                    points(),
                    inServer ? "a step can fail" : "the machine can die",
                    Duration.ofNanos(took).toSeconds()));
    if (inServer) {
      text.append("  ")
          .append(NotInServer.because("dying, losingAnswers, killed").getMessage())
          .append('\n');
    }
    good.points().forEach(point -> text.append("  point: ").append(point).append('\n'));
    if (!ignored.isEmpty()) {
      text.append("  Not compared, as they differ without faults: ").append(ignored).append('\n');
    }
    if (!notStruck.isEmpty()) {
      text.append("  Not struck, as only some runs pass them: ").append(notStruck).append('\n');
    }
    if (!unmet.isEmpty()) {
      text.append("NOT SHOWN: no run met these points again: ").append(unmet).append('\n');
    }
    if (blind) {
      text.append(
              "THE TEST SEES NOTHING: a second effect leaves no trace in the tables or at the providers.\n")
          .append(
              "  Instead: send a message whose effect adds a row, a sum or an intent, and name the intent's provider.\n");
    }
    findings.values().forEach(text::append);
    return text.append(isExact() ? "Each message takes effect once.\n" : "").toString();
  }

  private void evidence(String run, Outcome found) {
    for (Evidence one : found.evidence()) {
      finding(one.step().orElse("a thread of its own"), one.kind(), one.what() + ", when " + run);
    }
  }

  /** What a step was seen doing says more than what came of it. */
  private void finding(String step, Evidence.Kind kind, String seen) {
    Optional<Finding> known =
        findings.values().stream().filter(one -> one.step().equals(step)).findFirst();
    if (known.isPresent()) {
      if (!known.get().seen().contains(seen)) {
        known.get().seen().add(seen);
      }
    } else {
      findings.put(step, new Finding(step, kind, new ArrayList<>(List.of(seen))));
    }
  }

  private static Evidence.Kind kind(Difference difference) {
    if (difference.where().equals("parked") || difference.where().equals("not through")) {
      return Evidence.Kind.PARKED;
    }
    return difference.isMore() ? Evidence.Kind.MORE : Evidence.Kind.LESS;
  }

  /** Of the same message, as those of other consumers run at the same time. */
  private String lastStepBefore(String point) {
    String origin = good.steps().getOrDefault(stepOf(point), "");
    String last = "the consumer";
    for (String one : good.points()) {
      if (one.equals(point)) {
        return last;
      }
      if (good.steps().containsKey(one)
          && (origin.isEmpty() || origin.equals(good.steps().get(one)))) {
        last = one;
      }
    }
    return last;
  }
}
