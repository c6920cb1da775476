// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import org.semel.inbox.Inbox;
import org.semel.inbox.InboxContract;
import org.semel.small.SmallServer;
import org.semel.tx.Transactions;

class PostgresInboxTest extends InboxContract {

  private final SmallServer server = SmallServer.shared();

  @Override
  protected Transactions transactions() {
    return server.transactions();
  }

  @Override
  protected Inbox inbox() {
    return new ClaimTable(server.jdbc(), LOCK_TIMEOUT);
  }
}
