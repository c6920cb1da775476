// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.claim;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.LoneClaims;
import org.semel.internal.engine.receive.claim.LoneClaimsContract;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.tx.Transactions;
import org.semel.small.SmallServer;

class PostgresLoneClaimsTest extends LoneClaimsContract {

  private static final SmallServer SERVER = SmallServer.shared();

  private final ClaimTable inbox = new ClaimTable(SERVER.jdbc(), Duration.ofSeconds(2));

  /** What rights.sql leaves to those who need it. */
  @BeforeAll
  static void grant() {
    SERVER.postgres().execute("GRANT UPDATE (owner), DELETE ON semel_claim TO semel");
  }

  @Override
  protected Transactions transactions() {
    return SERVER.transactions();
  }

  @Override
  protected LoneClaims claims() {
    return new ClaimTable.LoneClaimTable(SERVER.jdbc(), inbox);
  }

  @Override
  protected Claim claimWithItsEffect(Offer offer) {
    return inbox.claim(List.of(offer)).get(0);
  }
}
