// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** What there is, and how often: what the model expects, or what was found. */
final class Tally {

  private final Map<String, Long> lines = new TreeMap<>();

  void add(String line) {
    add(line, 1);
  }

  void add(String line, long times) {
    if (times > 0) {
      lines.merge(line, times, Long::sum);
    }
  }

  /** Where the two differ, a line for each. */
  List<String> differences(Tally found) {
    TreeSet<String> all = new TreeSet<>(lines.keySet());
    all.addAll(found.lines.keySet());
    List<String> differing = new ArrayList<>();
    for (String line : all) {
      long expected = lines.getOrDefault(line, 0L);
      long there = found.lines.getOrDefault(line, 0L);
      if (expected != there) {
        differing.add("%s: expected %d, found %d".formatted(line, expected, there));
      }
    }
    return differing;
  }

  @Override
  public String toString() {
    return lines.toString();
  }
}
