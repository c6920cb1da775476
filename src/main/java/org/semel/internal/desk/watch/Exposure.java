// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch;

import java.time.Duration;

/**
 * The policy of what can be seen from outside.
 *
 * @param console whether operators may look and act over HTTP
 * @param plans who may let which plan run
 * @param metrics whether the series are shown
 * @param access who may read them
 * @param health whether it is told how the consumers are
 * @param sampleEvery between two looks at the database
 * @param doctor whether a node is examined after its start
 * @param traces whether there are spans
 */
public record Exposure(
    Exposed console,
    PlanLimits plans,
    Exposed metrics,
    Access access,
    Exposed health,
    Duration sampleEvery,
    Exposed doctor,
    Exposed traces) {

  /**
   * The limits of the plans that may run.
   *
   * @param operator items of the largest plan that an operator may start over HTTP
   * @param approvalFrom items of the smallest plan that needs a second person; 0: none does
   */
  public record PlanLimits(int operator, int approvalFrom) {}

  /** The switch by which something is to be seen at all. */
  public enum Exposed {
    /** Its addresses answer 404. */
    OFF,
    /** It can be seen. */
    ON
  }

  /** The access to what is shown. */
  public enum Access {
    /** Users whom the server knows in the role {@code semel-metrics}. */
    ROLE,
    /** All who can reach the address. */
    OPEN
  }

  /** Whether operators may look and act over HTTP. */
  public boolean hasConsole() {
    return console == Exposed.ON;
  }

  public boolean showsMetrics() {
    return metrics == Exposed.ON;
  }

  /** Whether a node is examined after its start. */
  public boolean reportsStart() {
    return doctor == Exposed.ON;
  }

  /** Whether there are spans, where the server takes them. */
  public boolean showsTraces() {
    return traces == Exposed.ON;
  }

  public boolean tellsHealth() {
    return health == Exposed.ON;
  }

  /** Whether a caller that the server does not know can read the series. */
  public boolean isOpen() {
    return access == Access.OPEN;
  }
}
