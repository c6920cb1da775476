// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.List;

/** What came of taking dead letters in. */
public sealed interface DeadLetterImport {

  /**
   * They are parked now, and can be released or made into a plan.
   *
   * @param messages how many were taken out of the queue; the same message again is no new case
   */
  record TakenIn(int messages) implements DeadLetterImport {}

  /**
   * All others are parked now; these could not be, and are still the broker's.
   *
   * @param messages how many were taken out of the queue
   * @param left the broker's ids of those that were not
   * @param why class and message of what was thrown at the last of them; may quote payload
   */
  record Partly(int messages, List<String> left, String why) implements DeadLetterImport {

    public Partly {
      left = List.copyOf(left);
    }
  }

  /** The consumer does not run in this application. */
  record Elsewhere(String consumer) implements DeadLetterImport {}
}
