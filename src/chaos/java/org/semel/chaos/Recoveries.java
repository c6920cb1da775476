// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * How long it took from the restart of what was killed until nothing was in doubt of what the kill
 * had left so. Kills that left nothing are not counted: they would make the figures look better.
 */
final class Recoveries {

  private final List<Duration> durations = new ArrayList<>();

  private Duration slowest = Duration.ZERO;

  /**
   * One more.
   *
   * @param kills that it had to live through, with the first
   */
  void add(Duration duration, int kills) {
    durations.add(duration);
    Duration each = duration.dividedBy(kills);
    slowest = each.compareTo(slowest) > 0 ? each : slowest;
  }

  /** The longest, where further kills in the midst of it grant it as long again each. */
  Duration slowest() {
    return slowest;
  }

  int count() {
    return durations.size();
  }

  /** In seconds, the middle of all. */
  String median() {
    return seconds(at(0.5));
  }

  String longest() {
    return seconds(at(1));
  }

  private Duration at(double share) {
    if (durations.isEmpty()) {
      return Duration.ZERO;
    }
    List<Duration> sorted = new ArrayList<>(durations);
    Collections.sort(sorted);
    return sorted.get((int) Math.ceil(share * sorted.size()) - 1);
  }

  static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.1f", duration.toMillis() / 1000.0);
  }
}
