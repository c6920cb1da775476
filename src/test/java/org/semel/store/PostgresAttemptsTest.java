// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import org.semel.inbox.Attempts;
import org.semel.inbox.AttemptsContract;
import org.semel.small.SmallServer;
import org.semel.tx.Transactions;

class PostgresAttemptsTest extends AttemptsContract {

  private final SmallServer server = SmallServer.shared();

  @Override
  protected Transactions transactions() {
    return server.transactions();
  }

  @Override
  protected Attempts attempts() {
    return new AttemptTable(server.jdbc());
  }
}
