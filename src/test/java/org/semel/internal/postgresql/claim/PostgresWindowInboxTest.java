// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.claim;

import java.time.Duration;
import org.semel.internal.claim.ClaimStore;
import org.semel.internal.claim.ClaimStoreContract;
import org.semel.internal.tx.Transactions;
import org.semel.small.SmallServer;

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
