// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

/**
 * A transaction that is lent to foreign work. The work may join it and forbid it to commit; until
 * it is given back, a party that tries to commit it is refused, and it rolls back. Belongs to the
 * thread that asked for it.
 */
public interface LentTransaction extends AutoCloseable {

  /**
   * Demands that the thread is in the very transaction that was lent.
   *
   * @throws TransactionEnded if that was ended, set aside or replaced
   */
  void requireSame();

  /**
   * Demands that it can still commit, too.
   *
   * @throws TransactionEnded as {@link #requireSame}
   * @throws MarkedRollbackOnly if something has bound it to roll back
   * @throws TransactionTimedOut if it has lasted too long
   */
  void requireIntact();

  /** Gives it back. If it is lent to other work too, it stays lent to that. */
  @Override
  void close();
}
