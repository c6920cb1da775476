// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

import java.time.Duration;

/**
 * The pace of sweeping.
 *
 * @param rest between the end of a round over all rows and the next one, on any node
 * @param lease how long a lease lasts without a step; after a crash the round waits this long, and
 *     continues where it was
 * @param breath between two steps
 * @param reach pages of the database that one step reads
 */
public record SweepPace(Duration rest, Duration lease, Duration breath, int reach) {

  /**
   * Steps of a mebibyte, which take some ten milliseconds, and pauses between them that leave the
   * database to others.
   */
  public static SweepPace every(Duration rest) {
    return new SweepPace(rest, Duration.ofMinutes(1), Duration.ofMillis(50), 128);
  }

  /** The time between two looks whether a round is due. */
  Duration look() {
    return rest.compareTo(lease) < 0 ? rest : lease;
  }
}
