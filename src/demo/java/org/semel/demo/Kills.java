// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The moments at which the server is killed. The messages are sent in as many parts as there are
 * lives of the server; each kill comes at a random moment in the midst of the work on its part.
 */
final class Kills {

  private final int planned;
  private final Deque<Long> moments;

  /**
   * @param effects how many effects the whole work will have
   */
  Kills(int planned, long effects, Random random) {
    this.planned = planned;
    this.moments =
        IntStream.range(0, planned)
            .mapToObj(part -> (long) ((part + random.nextDouble(0.1, 0.7)) / parts() * effects))
            .collect(Collectors.toCollection(ArrayDeque::new));
  }

  /** How many parts the messages are sent in. */
  int parts() {
    return planned + 1;
  }

  /** The part at work: 1 before the first kill. */
  int part() {
    return planned - moments.size() + 1;
  }

  /** Whether the next is due now that there are so many effects. */
  boolean isDue(long effects) {
    return !areOver() && effects >= moments.element();
  }

  /** It was done. */
  void done() {
    moments.remove();
  }

  boolean areOver() {
    return moments.isEmpty();
  }
}
