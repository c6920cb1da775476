// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.claim;

import java.time.Duration;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.SucceedingClaimStoreContract;
import org.semel.internal.engine.tx.Transactions;
import org.semel.small.SmallServer;

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
    return new DatedClaimTable(server.jdbc(), LOCK_TIMEOUT, Duration.ofDays(2));
  }
}
