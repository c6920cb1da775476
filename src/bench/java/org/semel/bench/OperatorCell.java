// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;

/**
 * How long one question of an operator took.
 *
 * @param question what was asked, over what
 * @param nanos of each time that it was asked, sorted
 */
record OperatorCell(String question, List<Long> nanos) {

  static final String HEAD =
      """
      | question | asked | median, ms | 95 %, ms | longest, ms |
      | --- | ---: | ---: | ---: | ---: |
      """;

  /**
   * Asks each in turn, {@code times}, so that whatever else the machine does falls on all alike.
   */
  static List<OperatorCell> alternately(int times, List<Question> questions) {
    long[][] nanos = new long[questions.size()][times];
    for (int turn = -times / 10; turn < times; turn++) {
      for (int i = 0; i < questions.size(); i++) {
        long taken = taken(questions.get(i).ask());
        if (turn >= 0) {
          nanos[i][turn] = taken;
        }
      }
    }
    return LongStream.range(0, questions.size())
        .mapToObj(
            i ->
                new OperatorCell(
                    questions.get((int) i).name(),
                    LongStream.of(nanos[(int) i]).sorted().boxed().toList()))
        .toList();
  }

  /** Something that can be asked again and again. */
  record Question(String name, Callable<?> ask) {}

  private static long taken(Callable<?> ask) {
    try {
      long begin = System.nanoTime();
      ask.call();
      return System.nanoTime() - begin;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  String row() {
    return String.format(
        Locale.ROOT,
        "| %s | %d | %.2f | %.2f | %.2f |%n",
        question,
        nanos.size(),
        millis(50),
        millis(95),
        millis(100));
  }

  private double millis(int percent) {
    return nanos.get(Math.min(nanos.size() - 1, nanos.size() * percent / 100)) / 1e6;
  }
}
