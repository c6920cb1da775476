// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import java.time.Duration;
import org.semel.ops.Audit;
import org.semel.ops.Cases;
import org.semel.ops.ParkedActsContract;
import org.semel.receive.Memory;
import org.semel.small.SmallServer;
import org.semel.tx.Faults;
import org.semel.tx.Transactions;

class PostgresParkedActsTest extends ParkedActsContract {

  private final SmallServer server = SmallServer.shared();
  private final Memory memory =
      new Memory(
          new ClaimTable(server.jdbc(), Duration.ofSeconds(2)),
          new AttemptTable(server.jdbc()),
          new ParkedTable(server.jdbc()),
          new BatchedIntents(new IntentTable(server.jdbc()), server.transactions()));

  @Override
  protected Transactions transactions() {
    return server.transactions();
  }

  @Override
  protected Memory memory() {
    return memory;
  }

  @Override
  protected Cases cases() {
    return new ParkedCases(server.jdbc());
  }

  @Override
  protected Audit audit() {
    return new AuditTable(server.jdbc());
  }

  @Override
  protected Faults faults() {
    return new SqlFaults();
  }

  @Override
  protected long effects() {
    return server
        .postgres()
        .number("SELECT count(*) FROM semel_intent WHERE consumer = ?", consumer);
  }
}
