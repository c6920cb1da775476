// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

/** What an operator did. The names stand in the database: never rename one. */
public enum Act {
  /** Handed a parked message to its consumer again. */
  RELEASE,
  /** Decided that a parked message shall not take effect. */
  WITHDRAW,
  /** Decided that an intent shall not take effect. */
  WITHDRAW_INTENT,
  /** Made an intent due at once. */
  RETRY_INTENT,
  /** Said of an intent that it took effect. */
  DELIVER_BY_HAND,
  /** Took an identity out of memory, so that it may take effect again. */
  FORGET
}
