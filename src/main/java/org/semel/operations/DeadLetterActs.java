// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.List;

/**
 * Importing the broker's dead letters: they are received and parked, and wait for a release or a
 * plan like any other parked message. Identity, headers and body are the original ones, so that a
 * message that had taken effect is absorbed when it is released.
 */
public interface DeadLetterActs {

  /**
   * Takes dead letters in that were meant for {@code consumer}, in transactions of up to 50. If one
   * of these fails for a permanent reason, its messages are taken one by one, and one that cannot
   * be parked is left where it is. So is one of whose body only evidence could be parked, as it is
   * larger than the policy allows, say: the broker has the only whole copy.
   *
   * @param queue the broker's dead-letter queue, by the name that the broker knows it by
   * @param most no more than these; at least 1
   */
  DeadLetterImport takeIn(String consumer, String queue, int most, OperatorContext by);

  /** The result of importing dead letters. */
  sealed interface DeadLetterImport {

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

    /**
     * Database or broker failed when some were parked already, which they stay. The others are
     * still the broker's: take them in when the fault is mended. If none was parked before the
     * fault, the fault is thrown instead.
     *
     * @param messages how many were taken out of the queue for certain
     * @param inDoubt how many more of which no one knows whether they were; the audit has a line if
     *     so
     * @param left the broker's ids of those that could not be parked
     * @param kind class of what was thrown
     */
    record BrokenOff(int messages, int inDoubt, List<String> left, String kind)
        implements DeadLetterImport {

      public BrokenOff {
        left = List.copyOf(left);
      }
    }

    /** The consumer does not run in this application. */
    record NotRunHere(String consumer) implements DeadLetterImport {}
  }
}
