// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes a failing run as short as it gets: ever smaller pieces are left out, or set to zero. */
public final class Shrinking {

  private Shrinking() {}

  /** The shortest choices found that still fail. */
  public static List<Integer> shortest(List<Integer> failing, Predicate<List<Integer>> fails) {
    List<Integer> best = failing;
    List<Integer> before;
    do {
      before = best;
      for (int size = Math.max(1, best.size() / 2); size > 0; size /= 2) {
        best = without(best, size, fails);
      }
      best = zeroed(best, fails);
    } while (!best.equals(before));
    return trimmed(best);
  }

  private static List<Integer> without(
      List<Integer> from, int size, Predicate<List<Integer>> fails) {
    List<Integer> best = from;
    for (int at = 0; at + size <= best.size(); ) {
      List<Integer> fewer = new ArrayList<>(best);
      fewer.subList(at, at + size).clear();
      if (fails.test(fewer)) {
        best = fewer;
      } else {
        at += size;
      }
    }
    return best;
  }

  private static List<Integer> zeroed(List<Integer> from, Predicate<List<Integer>> fails) {
    List<Integer> best = from;
    for (int at = 0; at < best.size(); at++) {
      List<Integer> quieter = new ArrayList<>(best);
      quieter.set(at, 0);
      if (best.get(at) != 0 && fails.test(quieter)) {
        best = quieter;
      }
    }
    return best;
  }

  private static List<Integer> trimmed(List<Integer> choices) {
    int end = choices.size();
    while (end > 0 && choices.get(end - 1) == 0) {
      end--;
    }
    return choices.subList(0, end);
  }
}
