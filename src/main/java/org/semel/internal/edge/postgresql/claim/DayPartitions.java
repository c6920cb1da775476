// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.claim;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The ring of 40 partitions of {@code semel_window}: a day's rows lie in the slot of its number
 * since 1970, modulo 40. Days that are in use are never more than 35 in a row (31 that are
 * remembered, one for those who still write to the last of them, today, and two ahead), so that a
 * slot is empty long before another day needs it.
 */
final class DayPartitions {

  static final int COUNT = 40;

  /** The longest time that the ring can remember. */
  static final Duration LONGEST = Duration.ofDays(31);

  /** The number of days by which a message's time may lie ahead of the database's day. */
  static final int AHEAD = 2;

  private DayPartitions() {}

  static long day(Instant time) {
    return Math.floorDiv(time.getEpochSecond(), Duration.ofDays(1).toSeconds());
  }

  /** The number of days back that can hold identities that are remembered for {@code time}. */
  static long days(Duration time) {
    if (time.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(time + " is longer than " + LONGEST);
    }
    long day = Duration.ofDays(1).toMillis();
    return (time.toMillis() + day - 1) / day;
  }

  static int of(long day) {
    return Math.floorMod(day, COUNT);
  }

  /**
   * As text for a statement. Numbers and no parameters, as only those let the planner leave the
   * other partitions alone: no statement may hold a lock on a slot that is to be emptied.
   */
  static String list(Collection<Integer> slots) {
    return slots.stream()
        .distinct()
        .sorted()
        .map(String::valueOf)
        .collect(Collectors.joining(", "));
  }

  /** The partition of a slot. */
  static String table(int slot) {
    List<String> digits = List.of(String.valueOf(slot / 10), String.valueOf(slot % 10));
    return "semel_window_" + String.join("", digits);
  }
}
