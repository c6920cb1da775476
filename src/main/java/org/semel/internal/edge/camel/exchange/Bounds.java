// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.exchange;

/**
 * The bounds (thread, transaction) that a route must not leave while its exchange is in a
 * transaction, or delivers an intent.
 */
public enum Bounds {
  /**
   * Its thread: a classic route, transacted or received in a transaction; nothing else is checked.
   */
  THREAD,
  /** Its thread, and what a rollback undoes. */
  TRANSACTION,
  /** As {@link #TRANSACTION}, but the policy allows what a rollback does not undo. */
  TRANSACTION_AND_EXTERNAL,
  /** As {@link #TRANSACTION}, in a relay's: what it sends over JMS is undone, too. */
  TRANSFER,
  /**
   * Its own end, outside any transaction: an intent that is delivered counts as answered for when
   * its route ends well.
   */
  DELIVERY;

  public boolean allowsExternal() {
    return this == THREAD || this == TRANSACTION_AND_EXTERNAL || this == DELIVERY;
  }

  /** The subject that they bind, as the beginning of a sentence. */
  public String who() {
    return this == DELIVERY ? "An intent that is delivered" : "A message in a transaction";
  }

  /** Whether they are those of a transaction. */
  public boolean areOfATransaction() {
    return this != DELIVERY;
  }
}
