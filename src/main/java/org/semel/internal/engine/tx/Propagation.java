// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

/**
 * A step's wish for the transaction that may or may not be there already.
 *
 * @see <a
 *     href="https://jakarta.ee/specifications/transactions/2.0/jakarta-transactions-spec-2.0">Jakarta
 *     Transactions 2.0, section 3.7, {@code TxType}</a>
 */
public enum Propagation {
  /** Join the caller's transaction; without one, run in a new one. */
  REQUIRED,
  /** Set the caller's transaction aside and run in a new one. */
  REQUIRES_NEW,
  /** Join the caller's transaction; without one, refuse. */
  MANDATORY,
  /** Join the caller's transaction; without one, run without. */
  SUPPORTS,
  /** Set the caller's transaction aside and run without. */
  NOT_SUPPORTED,
  /** Run without; refuse if the caller has one. */
  NEVER
}
