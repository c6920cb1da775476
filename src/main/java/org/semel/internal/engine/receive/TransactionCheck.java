// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.util.concurrent.Callable;
import org.semel.internal.engine.tx.LentTransaction;
import org.semel.internal.engine.tx.MarkedRollbackOnly;
import org.semel.internal.engine.tx.ThreadInterrupted;
import org.semel.internal.engine.tx.TransactionMisuse;
import org.semel.internal.engine.tx.TransactionTimedOut;
import org.semel.internal.engine.tx.Transactions;

/**
 * Sees what a route did to its transaction and its thread: afterwards it is the same transaction,
 * one that can commit, and the thread is not interrupted.
 */
public final class TransactionCheck {

  private final Transactions transactions;

  public TransactionCheck(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * A route that binds its transaction to roll back and says nothing has failed; one that overran
   * has failed for that, whatever it says itself.
   */
  public Handler over(Handler handler) {
    return (message, identity) ->
        watch(
            () -> {
              handler.handle(message, identity);
              return identity;
            });
  }

  public SteppedHandler over(SteppedHandler handler) {
    return (message, identity, behind) -> watch(() -> handler.handle(message, identity, behind));
  }

  private <T> T watch(Callable<T> route) throws Exception {
    boolean interruptedBefore = Thread.currentThread().isInterrupted();
    try (LentTransaction lent = transactions.lend()) {
      T result;
      try {
        result = route.call();
      } catch (Exception e) {
        throw worse(e, lent, interruptedBefore);
      } catch (LinkageError | AssertionError | StackOverflowError | InternalError e) {
        throw worse(e, lent, interruptedBefore);
      }
      demand(lent, interruptedBefore);
      return result;
    }
  }

  /**
   * The misuse or the overtime of the route's transaction, if there is one; otherwise {@code
   * failure}. A mark for rollback is only added to {@code failure}.
   */
  private static <E extends Throwable> E worse(
      E failure, LentTransaction lent, boolean interruptedBefore) {
    try {
      demand(lent, interruptedBefore);
    } catch (MarkedRollbackOnly marked) {
      failure.addSuppressed(marked);
    } catch (TransactionTimedOut | TransactionMisuse found) {
      found.addSuppressed(failure);
      throw found;
    }
    return failure;
  }

  /** An interrupt from before the route is not the route's doing. */
  private static void demand(LentTransaction lent, boolean interruptedBefore) {
    boolean interrupted = !interruptedBefore && Thread.interrupted();
    lent.requireIntact();
    if (interrupted) {
      throw new ThreadInterrupted();
    }
  }
}
