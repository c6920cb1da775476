// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import org.semel.intent.IntentQueue;
import org.semel.intent.Intents;
import org.semel.intent.NamedIntentsContract;
import org.semel.small.SmallServer;
import org.semel.tx.Transactions;

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
}
