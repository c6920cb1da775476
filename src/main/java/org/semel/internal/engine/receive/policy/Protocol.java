// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.policy;

/** The protocols by which receipt and effects commit together. */
public enum Protocol {
  /** Receipt, claim, effects and intents in one XA transaction. */
  XA,
  /**
   * Claim, effects and intents in one transaction of the database alone; the message is
   * acknowledged afterwards. After a crash in between, the broker redelivers, and the claim absorbs
   * the duplicate.
   */
  ACK_AFTER_COMMIT,
  /**
   * The message is stored in one transaction of the database alone, acknowledged afterwards, and
   * processed later from the table; effects and intents commit with its end there.
   */
  STORE_FIRST
}
