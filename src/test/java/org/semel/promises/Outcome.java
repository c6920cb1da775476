// SPDX-License-Identifier: Apache-2.0
package org.semel.promises;

import java.util.Collection;

/** What became of a test. */
public enum Outcome {
  PASSED("passed"),
  FAILED("**failed**"),
  NOT_RUN("not run");

  private final String text;

  Outcome(String text) {
    this.text = text;
  }

  /** Of several runs: one that failed makes all failed, none at all, or one skipped, is not run. */
  static Outcome of(Collection<Outcome> runs) {
    if (runs.contains(FAILED)) {
      return FAILED;
    }
    return runs.isEmpty() || runs.contains(NOT_RUN) ? NOT_RUN : PASSED;
  }

  @Override
  public String toString() {
    return text;
  }
}
