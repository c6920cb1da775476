// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import java.time.Duration;
import org.semel.inbox.Gaps;
import org.semel.inbox.Versions;
import org.semel.inbox.VersionsContract;
import org.semel.message.Identity;
import org.semel.small.SmallServer;
import org.semel.tx.Transactions;

class PostgresVersionsTest extends VersionsContract {

  private final SmallServer server = SmallServer.shared();

  @Override
  protected Transactions transactions() {
    return server.transactions();
  }

  @Override
  protected Versions versions() {
    return new VersionTable(server.jdbc(), Duration.ofSeconds(2));
  }

  @Override
  protected Gaps gaps() {
    return new GapTable(server.jdbc());
  }

  @Override
  protected long ignored(Identity aggregate) {
    return server
        .postgres()
        .number("SELECT ignored FROM semel_version WHERE aggregate = ?", aggregate.digest());
  }

  @Override
  protected void age(Duration by) {
    server
        .postgres()
        .execute(
            "UPDATE semel_held SET held_at = held_at - interval '%1$d ms' WHERE consumer = '%2$s'"
                .formatted(by.toMillis(), consumer));
    server
        .postgres()
        .execute(
            "UPDATE semel_version SET since = since - interval '%1$d ms' WHERE consumer = '%2$s'"
                .formatted(by.toMillis(), consumer));
  }
}
