// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import java.time.Duration;
import org.semel.inbox.ClaimStore;
import org.semel.inbox.SucceedingClaimStoreContract;
import org.semel.small.SmallServer;
import org.semel.tx.Transactions;

class PostgresSucceedingInboxTest extends SucceedingClaimStoreContract {

  private final SmallServer server = SmallServer.shared();

  @Override
  protected Transactions transactions() {
    return server.transactions();
  }

  @Override
  protected ClaimStore current() {
    return new ClaimTable(server.jdbc(), LOCK_TIMEOUT);
  }

  @Override
  protected ClaimStore former() {
    return new UndatedClaimTable(server.jdbc(), LOCK_TIMEOUT, Duration.ofDays(2));
  }
}
