// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import java.util.List;
import org.semel.internal.edge.postgresql.intent.IntentTable;
import org.semel.internal.engine.send.BufferedIntents;
import org.semel.internal.engine.send.IntentQueue;
import org.semel.internal.engine.send.Intents;
import org.semel.internal.engine.send.IntentsContract;
import org.semel.internal.engine.tx.Transactions;
import org.semel.small.SmallServer;

class PostgresIntentsTest extends IntentsContract {

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
  protected void forbidIndexes() {
    set("plan_cache_mode", "force_custom_plan"); // an older plan may have one
    for (String plan : List.of("indexscan", "indexonlyscan", "bitmapscan")) {
      set("enable_" + plan, "off");
    }
  }

  private void set(String parameter, String value) {
    server
        .jdbc()
        .query(
            "set " + parameter,
            "SELECT set_config(?, ?, true)",
            binds -> binds.text(parameter).text(value),
            row -> row.getString(1));
  }
}
