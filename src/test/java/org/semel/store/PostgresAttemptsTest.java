// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import java.time.Duration;
import org.semel.inbox.Attempts;
import org.semel.inbox.AttemptsContract;
import org.semel.inbox.Inbox;
import org.semel.small.SmallServer;
import org.semel.tx.Transactions;

class PostgresAttemptsTest extends AttemptsContract {

  private final SmallServer server = SmallServer.shared();

  @Override
  protected Transactions transactions() {
    return server.transactions();
  }

  @Override
  protected Inbox inbox() {
    return new ClaimTable(server.jdbc(), Duration.ofSeconds(1));
  }

  @Override
  protected Attempts attempts() {
    return new AttemptTable(server.jdbc());
  }
}
