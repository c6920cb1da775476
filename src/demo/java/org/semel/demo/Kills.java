// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.stream.Collectors;

/** The moments at which the server is killed: random, and in the midst of the work. */
final class Kills {

  private final Deque<Long> moments;

  /**
   * @param effects how many effects the whole work will have
   */
  Kills(int kills, long effects, Random random) {
    moments =
        random
            .doubles(kills, 0.05, 0.95)
            .sorted()
            .mapToObj(share -> (long) (share * effects))
            .collect(Collectors.toCollection(ArrayDeque::new));
  }

  /** Whether one is due now that there are so many effects; each moment comes once. */
  boolean due(long effects) {
    if (moments.isEmpty() || effects < moments.peek()) {
      return false;
    }
    moments.remove();
    return true;
  }

  boolean areOver() {
    return moments.isEmpty();
  }
}
