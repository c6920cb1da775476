// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * The transactions of the server. Implementations may be called from any thread; a transaction
 * stays on the thread that began it (JTA 2.0, section 3.4.3).
 */
public interface Transactions {

  /**
   * Runs {@code work} in a transaction of its own on the calling thread and ends it as the work
   * decides. A transaction that the thread already has is left alone and taken up again afterwards.
   * No one else can commit it: a party that tries rolls it back. Work that has ended it, or left
   * another in its place, is {@link Completion.RolledBack} by {@link TransactionEnded}, and the
   * thread is clean.
   *
   * <p>Never throws what the work threw: that is {@link Completion.RolledBack}. An {@link Error}
   * that means the end of the virtual machine is rolled back and thrown.
   *
   * @param timeout after which the transaction manager rolls back; whole seconds, zero for the
   *     server's own default
   */
  <T> Completion<T> inNew(Duration timeout, Work<T> work);

  /**
   * Runs {@code act} outside any transaction; one that the thread has is set aside and taken up
   * again afterwards.
   */
  void outside(Runnable act);

  /**
   * Demands a transaction on the calling thread that can still commit.
   *
   * @param act what is about to happen, to complete the message
   * @throws NoTransaction if there is none, or if it is already bound to roll back
   */
  void requireActive(String act);

  /**
   * Demands that the caller's transaction can still commit, after work whose own report says
   * nothing of it.
   *
   * @throws MarkedRollbackOnly if something has bound it to roll back
   * @throws TransactionTimedOut if it has lasted too long
   * @throws TransactionEnded if there is none any more
   */
  void requireCommittable();

  /**
   * Lends the caller's transaction, no matter which owner's, to another's work. Demands a
   * transaction.
   */
  LentTransaction lend();

  /** Whether the calling thread is in a transaction, of whatever state. */
  boolean present();

  /** Makes the caller's transaction roll back. Demands one. */
  void rollbackOnly();

  /**
   * Something that lives exactly as long as the caller's transaction: made on first asking,
   * forgotten at its end. Demands a transaction.
   *
   * @param key a caller with an equal key gets the same thing
   */
  <T> T bound(Object key, Class<T> type, Supplier<T> make);

  /**
   * Runs {@code act} inside the caller's transaction, just before it prepares. Demands a
   * transaction.
   */
  void beforeCommit(Runnable act);

  /**
   * Runs {@code act} once the caller's transaction has committed, and not otherwise; on the
   * committing thread, outside any transaction. It is a hint: a crash in between loses it. Demands
   * a transaction.
   */
  void afterCommit(Runnable act);
}
