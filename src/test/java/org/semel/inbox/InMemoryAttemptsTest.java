// SPDX-License-Identifier: Apache-2.0
package org.semel.inbox;

import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryAttempts;
import org.semel.tx.Transactions;

class InMemoryAttemptsTest extends AttemptsContract {

  private final FakeTransactions transactions = new FakeTransactions();
  private final InMemoryAttempts attempts = new InMemoryAttempts(transactions);

  @Override
  protected Transactions transactions() {
    return transactions;
  }

  @Override
  protected Attempts attempts() {
    return attempts;
  }
}
