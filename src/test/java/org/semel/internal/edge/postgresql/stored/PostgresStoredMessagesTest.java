// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.stored;

import org.semel.internal.engine.receive.rows.InboxStage;
import org.semel.internal.engine.receive.rows.StoredMessages;
import org.semel.internal.engine.receive.rows.StoredMessagesContract;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Identity;
import org.semel.small.SmallServer;

class PostgresStoredMessagesTest extends StoredMessagesContract {

  private final SmallServer server = SmallServer.shared();

  @Override
  protected Transactions transactions() {
    return server.transactions();
  }

  @Override
  protected StoredMessages stored() {
    return new StoredTable(server.jdbc());
  }

  @Override
  protected InboxStage stage(Identity identity) {
    return InboxStage.valueOf(
        server
            .postgres()
            .texts("SELECT state FROM semel_inbox WHERE identity = ?", identity.digest())
            .get(0));
  }

  @Override
  protected void force(Identity identity, InboxStage stage) {
    server
        .postgres()
        .execute(
            "UPDATE semel_inbox SET state = '%s' WHERE identity = '%s'"
                .formatted(stage, identity.digest()));
  }

  @Override
  protected void expire(Identity identity) {
    server
        .postgres()
        .execute(
            "UPDATE semel_inbox SET due_at = clock_timestamp() - interval '1 second' WHERE identity = '%s'"
                .formatted(identity.digest()));
  }
}
