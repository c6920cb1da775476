// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import java.time.Duration;
import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryAttempts;
import org.semel.fake.InMemoryInbox;
import org.semel.internal.engine.tx.Transactions;

class InMemoryAttemptsTest extends AttemptStoreContract {

  private final FakeTransactions transactions = new FakeTransactions();
  private final InMemoryInbox inbox = new InMemoryInbox(transactions, Duration.ofSeconds(1));
  private final InMemoryAttempts attempts = new InMemoryAttempts(transactions, inbox::claimed);

  @Override
  protected Transactions transactions() {
    return transactions;
  }

  @Override
  protected ClaimStore inbox() {
    return inbox;
  }

  @Override
  protected AttemptStore attempts() {
    return attempts;
  }
}
