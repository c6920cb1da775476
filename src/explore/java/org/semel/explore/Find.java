// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.util.List;

/**
 * A case about which the model was wrong.
 *
 * @param smallest the smallest case found of its parts that it is wrong about, too
 * @param differences of that one
 */
record Find(long seed, int number, Case smallest, List<String> differences) {

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
