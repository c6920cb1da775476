// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.semel.explore.Part.Act;
import org.semel.explore.Part.Step;
import org.semel.explore.Trouble.Cause;
import org.semel.explore.Trouble.Place;

/** What the cases of a run have met: pairs of values, of cause and place, of act and state. */
final class Coverage {

  /** Why a message or an intent can be parked when an operator acts; or none is. */
  private static final List<String> STATES =
      List.of(
          "nothing",
          "ATTEMPTS_EXHAUSTED",
          "CONFLICT",
          "GAP",
          "EXPIRED",
          "OUT_OF_TIME",
          "DEAD_LETTERED",
          "NO_IDENTITY",
          "TYPE_REFUSED",
          "BODY_TOO_LARGE",
          "OUTCOME_UNKNOWN",
          "REFUSED");

  private static final int SHOWN = 12;

  private final Set<String> met = new TreeSet<>();

  synchronized void meet(Case played, Set<String> actsAndStates) {
    List<Setting> settings = played.settings();
    for (int i = 0; i < settings.size(); i++) {
      for (int k = i + 1; k < settings.size(); k++) {
        met.add(settings.get(i) + " " + settings.get(k));
      }
    }
    played.troubles().forEach(trouble -> met.add(trouble.cause() + " " + trouble.place()));
    played.steps().forEach(step -> met.add(step.way() + " " + step.work()));
    met.addAll(actsAndStates);
    played.unfit().ifPresent(unfit -> met.add(unfit.line()));
  }

  synchronized void print(PrintStream out) {
    print(out, "pairs of settings", pairs());
    print(out, "causes and places", causes());
    print(out, "calls that are struck", new LinkedHashSet<>(Strike.pairs()));
    print(out, "ways and works of steps", steps());
    print(out, "acts and states", acts());
    print(out, "applications that must not start", unfit());
    out.printf("explore: %d pairs of settings are never together:%n", Setting.EXCLUSIONS.size());
    Setting.EXCLUSIONS.forEach(
        one -> out.printf("  %s and %s: %s%n", one.one(), one.other(), one.why()));
  }

  private void print(PrintStream out, String what, Set<String> all) {
    List<String> missing = all.stream().filter(one -> !met.contains(one)).toList();
    out.printf("explore: %s: %d of %d%n", what, all.size() - missing.size(), all.size());
    missing.stream().limit(SHOWN).forEach(one -> out.println("  not met: " + one));
  }

  /** Those that are allowed. */
  static Set<String> pairs() {
    List<Setting> all = new ArrayList<>();
    for (Key key : Key.values()) {
      key.values.forEach(value -> all.add(new Setting(key, value)));
    }
    Set<String> pairs = new LinkedHashSet<>();
    for (Setting one : all) {
      for (Setting other : all) {
        if (one.key().compareTo(other.key()) < 0 && Setting.excluded(one, other).isEmpty()) {
          pairs.add(one + " " + other);
        }
      }
    }
    return pairs;
  }

  private static Set<String> causes() {
    Set<String> causes = new LinkedHashSet<>();
    for (Cause cause : Cause.values()) {
      for (Place place : cause.places) {
        causes.add(cause + " " + place);
      }
    }
    return causes;
  }

  private static Set<String> unfit() {
    Set<String> unfit = new LinkedHashSet<>();
    for (Unfit one : Unfit.values()) {
      unfit.add(one.line());
    }
    return unfit;
  }

  private static Set<String> steps() {
    Set<String> steps = new LinkedHashSet<>();
    for (Step.Way way : Step.Way.values()) {
      for (Step.Work work : Step.Work.values()) {
        steps.add(way + " " + work);
      }
    }
    return steps;
  }

  private static Set<String> acts() {
    Set<String> acts = new LinkedHashSet<>();
    for (Act act : Act.values()) {
      STATES.forEach(state -> acts.add(act + " " + state));
    }
    return acts;
  }
}
