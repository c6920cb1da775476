// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import java.time.Duration;
import org.semel.inbox.ClaimStore;
import org.semel.inbox.ClaimStoreContract;
import org.semel.small.SmallServer;
import org.semel.tx.Transactions;

class PostgresWindowInboxTest extends ClaimStoreContract {

  private final SmallServer server = SmallServer.shared();

  @Override
  protected Transactions transactions() {
    return server.transactions();
  }

  @Override
  protected ClaimStore inbox() {
    return new UndatedClaimTable(server.jdbc(), LOCK_TIMEOUT, Duration.ofDays(2));
  }
}
