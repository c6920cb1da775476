// SPDX-License-Identifier: Apache-2.0
package org.semel.versions;

/**
 * What became of one class of tests on one combination.
 *
 * @param on where it ran
 * @param type its simple name
 * @param passed how many tests
 * @param failed how many tests
 */
record TestRun(Combination on, String type, int passed, int failed) {

  /** As a line of a file. */
  String line() {
    return String.join(
        "\t",
        on.server(),
        on.version(),
        on.java(),
        type,
        String.valueOf(passed),
        String.valueOf(failed));
  }

  static TestRun of(String line) {
    String[] parts = line.split("\t", -1);
    return new TestRun(
        new Combination(parts[0], parts[1], parts[2]),
        parts[3],
        Integer.parseInt(parts[4]),
        Integer.parseInt(parts[5]));
  }
}
