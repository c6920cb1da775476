// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryInbox;
import org.semel.internal.engine.tx.Transactions;

class InMemorySucceedingInboxTest extends SucceedingClaimStoreContract {

  private final FakeTransactions transactions = new FakeTransactions();
  private final InMemoryInbox current = new InMemoryInbox(transactions, LOCK_TIMEOUT);
  private final InMemoryInbox former = new InMemoryInbox(transactions, LOCK_TIMEOUT);

  @Override
  protected Transactions transactions() {
    return transactions;
  }

  @Override
  protected ClaimStore current() {
    return current;
  }

  @Override
  protected ClaimStore former() {
    return former;
  }
}
