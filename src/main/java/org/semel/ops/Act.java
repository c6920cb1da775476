// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

/** What an operator did. The names stand in the database: never rename one. */
public enum Act {
  /** Handed a parked message to its consumer again. */
  RELEASE,
  /** Decided that a parked message shall not take effect. */
  WITHDRAW
}
