// SPDX-License-Identifier: Apache-2.0
package org.semel.size;

import org.semel.size.Load.Times;

/**
 * What claims cost against one table.
 *
 * @param times of batches
 * @param often the log, with a checkpoint after so few messages
 * @param seldom the same, after many more
 * @param rarely the same, after still more
 */
record Cost(Times times, Log often, Log seldom, Log rarely) {

  static final long OFTEN = 100_000;
  static final long SELDOM = Long.getLong("semel.size.seldom", 1_000_000);
  static final long RARELY = 3 * SELDOM;

  /**
   * Measures it. What follows so many messages is asked of large tables only: a small one would be
   * large afterwards.
   */
  static Cost of(Kind kind, int batches, boolean large) {
    Load load = new Load(kind);
    Times times = load.times(batches);
    Log often = load.log(OFTEN);
    return large
        ? new Cost(times, often, load.log(SELDOM), load.log(RARELY))
        : new Cost(times, often, often, often);
  }
}
