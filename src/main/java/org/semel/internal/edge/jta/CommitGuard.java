// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jta;

import jakarta.transaction.Synchronization;
import java.util.concurrent.atomic.AtomicInteger;
import org.semel.internal.engine.tx.TransactionEnded;

/**
 * Prevents the commit of a transaction while it is lent: a lent transaction that is asked to
 * prepare rolls back (Jakarta Transactions 2.0, section 3.3.2: what {@code beforeCompletion}
 * throws). It cannot prevent a rollback, and need not: a rollback loses nothing.
 */
final class CommitGuard implements Synchronization {

  private final AtomicInteger lent = new AtomicInteger();

  void lend() {
    lent.incrementAndGet();
  }

  void giveBack() {
    lent.decrementAndGet();
  }

  @Override
  public void beforeCompletion() {
    if (lent.get() > 0) {
      throw new TransactionEnded("The work commits the transaction that it runs in");
    }
  }

  @Override
  public void afterCompletion(int status) {}
}
