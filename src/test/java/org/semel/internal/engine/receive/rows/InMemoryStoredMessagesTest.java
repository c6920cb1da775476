// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryStoredMessages;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Identity;

class InMemoryStoredMessagesTest extends StoredMessagesContract {

  private final FakeTransactions transactions = new FakeTransactions();
  private final InMemoryStoredMessages stored = new InMemoryStoredMessages(transactions);

  @Override
  protected Transactions transactions() {
    return transactions;
  }

  @Override
  protected StoredMessages stored() {
    return stored;
  }

  @Override
  protected InboxStage stage(Identity identity) {
    return stored.stage(identity);
  }

  @Override
  protected void force(Identity identity, InboxStage stage) {
    stored.force(identity, stage);
  }

  @Override
  protected void expire(Identity identity) {
    stored.expire(identity);
  }
}
