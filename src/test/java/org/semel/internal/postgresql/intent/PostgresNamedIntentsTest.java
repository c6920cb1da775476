// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.intent;

import org.semel.internal.intent.BufferedIntents;
import org.semel.internal.intent.IntentQueue;
import org.semel.internal.intent.IntentStore;
import org.semel.internal.intent.Intents;
import org.semel.internal.intent.NamedIntentsContract;
import org.semel.internal.tx.Transactions;
import org.semel.small.SmallServer;

class PostgresNamedIntentsTest extends NamedIntentsContract {

  private final SmallServer server = SmallServer.shared();
  private final IntentTable table = new IntentTable(server.jdbc());
  private final Intents intents = new BufferedIntents(table, server.transactions());

  @Override
  protected Transactions transactions() {
    return server.transactions();
  }

  @Override
  protected Intents intents() {
    return intents;
  }

  @Override
  protected IntentQueue queue() {
    return table;
  }

  @Override
  protected IntentStore store() {
    return table;
  }
}
