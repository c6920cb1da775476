// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.exchange;

/** What an exchange in a transaction may not leave. */
public enum Bounds {
  /** Its thread: a classic route, transacted or received so; its other steps are its own affair. */
  THREAD,
  /** Its thread, and what a roll-back undoes. */
  TRANSACTION,
  /** As {@link #TRANSACTION}, but the policy allows what a roll-back does not undo. */
  TRANSACTION_AND_EXTERNAL;

  public boolean allowsExternal() {
    return this != TRANSACTION;
  }
}
