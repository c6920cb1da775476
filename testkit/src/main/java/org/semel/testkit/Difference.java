// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import java.util.ArrayList;
import java.util.List;

/**
 * That a run had another effect than the run without faults.
 *
 * @param where a table, or an external system
 * @param what it is, for a reader
 * @param isMore whether it is there too often; else it is missing
 */
record Difference(String where, String what, boolean isMore) {

  static List<Difference> between(String where, List<String> expected, List<String> found) {
    List<Difference> all = new ArrayList<>();
    List<String> missing = new ArrayList<>(expected);
    for (String line : found) {
      if (!missing.remove(line)) {
        all.add(new Difference(where, line, true));
      }
    }
    missing.forEach(line -> all.add(new Difference(where, line, false)));
    return all;
  }

  @Override
  public String toString() {
    return where + ": " + (isMore ? "one more " : "missing ") + "(" + what + ")";
  }
}
