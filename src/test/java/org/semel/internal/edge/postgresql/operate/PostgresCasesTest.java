// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.time.Duration;
import org.semel.internal.desk.operate.parked.ParkedCases;
import org.semel.internal.edge.postgresql.claim.ClaimTable;
import org.semel.internal.edge.postgresql.operate.ParkedTable.ParkedCaseTable;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.ParkedStore;
import org.semel.internal.engine.tx.Transactions;
import org.semel.operations.ParkedCasesContract;
import org.semel.small.SmallServer;

class PostgresCasesTest extends ParkedCasesContract {

  private final SmallServer server = SmallServer.shared();
  private final ParkedCaseTable cases = new ParkedCaseTable(server.jdbc());

  @Override
  protected Transactions transactions() {
    return server.transactions();
  }

  @Override
  protected ParkedStore parking() {
    return new ParkedTable(server.jdbc());
  }

  @Override
  protected ClaimStore inbox() {
    return new ClaimTable(server.jdbc(), Duration.ofSeconds(2));
  }

  @Override
  protected ParkedCases cases() {
    return cases;
  }

  @Override
  protected void theClockIsSetBack() {
    server
        .postgres()
        .execute(
            "UPDATE semel_claim SET claimed_at = claimed_at + interval '1 hour' WHERE consumer = '%s'"
                .formatted(consumer));
  }

  @Override
  protected void theClaimIsOutlived(String key) {
    server
        .postgres()
        .execute(
            "DELETE FROM semel_claim WHERE consumer = '%s' AND key = '%s'"
                .formatted(consumer, key));
  }
}
