// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.policy;

/** How receipt and effects are held together. */
public enum Protocol {
  /** Receipt, claim, effects and intents in one XA transaction. */
  XA,
  /**
   * Claim, effects and intents in one transaction of the database alone; the message is
   * acknowledged afterwards. A crash between the two makes it come again, and the claim absorbs it.
   */
  ACK_AFTER_COMMIT,
  /**
   * The message is stored in one transaction of the database alone, acknowledged afterwards, and
   * worked off later from the table; effects and intents commit with its end there.
   */
  STORE_FIRST
}
