// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import java.util.Optional;
import java.util.concurrent.Callable;
import org.semel.inbox.Progress;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.tx.MarkedRollbackOnly;
import org.semel.tx.TransactionTimedOut;
import org.semel.tx.Transactions;

/** Sees what a route did to its transaction. */
final class Watch {

  private final Transactions transactions;

  Watch(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * A route that binds its transaction to roll back and says nothing has failed; one that overran
   * has failed for that, whatever it says itself.
   */
  Handler over(Handler handler) {
    return (message, identity) ->
        watch(
            () -> {
              handler.handle(message, identity);
              return identity;
            });
  }

  SteppedHandler over(SteppedHandler handler) {
    return new SteppedHandler() {
      @Override
      public void handle(Message message, Identity identity) throws Exception {
        handle(message, identity, Optional.empty());
      }

      @Override
      public Optional<Progress> handle(
          Message message, Identity identity, Optional<Progress> behind) throws Exception {
        return watch(() -> handler.handle(message, identity, behind));
      }
    };
  }

  private <T> T watch(Callable<T> act) throws Exception {
    T result;
    try {
      result = act.call();
    } catch (Exception e) {
      throw overran(e);
    } catch (StackOverflowError e) {
      throw overran(e);
    }
    transactions.requireCommittable();
    return result;
  }

  private <E extends Throwable> E overran(E failure) {
    try {
      transactions.requireCommittable();
    } catch (TransactionTimedOut timedOut) {
      timedOut.addSuppressed(failure);
      throw timedOut;
    } catch (MarkedRollbackOnly marked) {
      failure.addSuppressed(marked);
    }
    return failure;
  }
}
