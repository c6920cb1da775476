// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.claim;

import java.time.Duration;
import org.semel.internal.engine.receive.claim.ClaimStore;

/** Attempts beside claims by the time that an identity carries. */
class PostgresDatedAttemptsTest extends PostgresAttemptsTest {

  @Override
  protected ClaimStore inbox() {
    return new DatedClaimTable(server.jdbc(), Duration.ofSeconds(1), Duration.ofDays(7));
  }
}
