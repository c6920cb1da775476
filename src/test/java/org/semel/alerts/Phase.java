// SPDX-License-Identifier: Apache-2.0
package org.semel.alerts;

/** What a server goes through while alerts are provoked, one after the other. */
public enum Phase {
  /** All is well. */
  START,
  /** The process was killed. */
  DOWN,
  /** It is up again, and works off what it left. */
  RESTARTED,
  /** Most faults are there. */
  TROUBLED,
  /** Those faults are mended; what must last for minutes has. */
  LATE,
  /** All is well again. */
  HEALED,
  /** The database cannot be reached. */
  AWAY,
  /** It can be reached again. */
  BACK
}
