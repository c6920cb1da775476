// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

import org.semel.fake.FakeTransactions;

class FakeTransactionsTest extends TransactionsContract {

  private final FakeTransactions transactions = new FakeTransactions();

  @Override
  protected Transactions transactions() {
    return transactions;
  }

  @Override
  protected ByHand byHand() {
    return new ByHand() {
      @Override
      public void begin() {
        transactions.beginByHand();
      }

      @Override
      public void commit() {
        transactions.commitByHand();
      }

      @Override
      public void rollback() {
        transactions.rollBackByHand();
      }
    };
  }
}
