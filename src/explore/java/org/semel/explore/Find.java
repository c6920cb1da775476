// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A case about which the model was wrong.
 *
 * @param smallest the whole case; or the smallest of its parts that the model is wrong about, too
 * @param differences where it was wrong about that one
 */
record Find(long seed, int number, Case smallest, List<String> differences) {

  /** How many smaller cases are played. */
  private static final int MOST = 150;

  /**
   * The same find by the smallest case.
   *
   * @param play says about what the model is wrong
   */
  Find smallest(Function<Case, List<String>> play) {
    AtomicInteger left = new AtomicInteger(MOST);
    Case smaller = smallest.shrunk(one -> left.getAndDecrement() > 0 && !play.apply(one).isEmpty());
    List<String> still = play.apply(smaller);
    return still.isEmpty() ? this : new Find(seed, number, smaller, still); // it is not always so
  }

  /** A test that can be pasted into a class of tests. */
  String test() {
    StringBuilder test = new StringBuilder();
    differences.forEach(one -> test.append("  // ").append(one.replace("\n", " ")).append('\n'));
    test.append("  @Test\n  void case").append(number).append("OfSeed").append(seed);
    test.append("() {\n    Explorer.assertHolds(\n        \"\"\"\n");
    smallest.text().lines().forEach(line -> test.append("        ").append(line).append('\n'));
    return test.append("        \"\"\");\n  }\n").toString();
  }
}
