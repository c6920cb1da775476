// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.semel.chaos.Facts.Doubts;
import org.semel.chaos.Strike.Target;

/** Which windows were hit. Kills by chance tell by what they left. */
final class Coverage {

  private static final String MISSED = "aimed at %s and missed";

  private final Map<String, Map<Target, Integer>> hits = new TreeMap<>(Coverage::compare);
  private int aimed;
  private int missed;

  /**
   * A kill has struck.
   *
   * @param hit whether it struck where it was aimed
   * @param disturbing whether something was still in doubt that an earlier kill had left so
   * @param left in doubt
   */
  void add(Strike strike, boolean hit, boolean disturbing, Doubts left) {
    if (strike.moment() instanceof Strike.Moment.InWindow) {
      aimed++;
      missed += hit ? 0 : 1;
    }
    String place = place(strike, hit, disturbing, left);
    hits.computeIfAbsent(place, absent -> new EnumMap<>(Target.class))
        .merge(strike.target(), 1, Integer::sum);
  }

  private static String place(Strike strike, boolean hit, boolean disturbing, Doubts left) {
    if (strike.moment() instanceof Strike.Moment.InWindow in) {
      return hit ? in.window() : MISSED.formatted(in.window());
    }
    String moment = disturbing ? "during recovery, " : "by chance, ";
    return moment + (left.count() == 0 ? "nothing in doubt" : "something in doubt");
  }

  private static int compare(String a, String b) {
    return order(a).compareTo(order(b));
  }

  private static String order(String place) {
    return place.matches("X[0-9]") ? "X0" + place.charAt(1) : place;
  }

  List<String> lines() {
    return hits.entrySet().stream()
        .map(
            entry ->
                "%-42s %s"
                    .formatted(
                        entry.getKey(),
                        entry.getValue().entrySet().stream()
                            .map(one -> one.getKey().word() + " " + one.getValue())
                            .collect(Collectors.joining(", "))))
        .toList();
  }

  /** Kills that were to hit a window. */
  int aimed() {
    return aimed;
  }

  /** Those of them that came somewhere else. */
  int missed() {
    return missed;
  }
}
