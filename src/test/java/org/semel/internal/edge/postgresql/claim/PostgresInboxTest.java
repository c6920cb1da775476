// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.claim;

import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.ClaimStoreContract;
import org.semel.internal.engine.tx.Transactions;
import org.semel.small.SmallServer;

class PostgresInboxTest extends ClaimStoreContract {

  private final SmallServer server = SmallServer.shared();

  @Override
  protected Transactions transactions() {
    return server.transactions();
  }

  @Override
  protected ClaimStore inbox() {
    return new ClaimTable(server.jdbc(), LOCK_TIMEOUT);
  }
}
