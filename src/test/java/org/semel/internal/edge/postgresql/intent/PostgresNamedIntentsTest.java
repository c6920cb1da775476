// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.intent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.send.BufferedIntents;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.IntentQueue;
import org.semel.internal.engine.send.IntentStore;
import org.semel.internal.engine.send.Intents;
import org.semel.internal.engine.send.NamedIntentsContract;
import org.semel.internal.engine.tx.Transactions;
import org.semel.small.SmallServer;

class PostgresNamedIntentsTest extends NamedIntentsContract {

  private final SmallServer server = SmallServer.shared();
  private final IntentTable table = new IntentTable(server.jdbc());
  private final Intents intents = new BufferedIntents(table, server.transactions());

  /** As a version wrote it that kept no digest of them. */
  @Test
  void ofHeadersOfWhichNothingIsKnownNothingIsTold() {
    Intent first = having("invoice", Map.of("tenant", "1"));
    Intent second = having("invoice", Map.of("tenant", "2"));
    inNew(() -> table.insertUnlessThere(List.of(first)));
    assertThat(inNew(() -> table.differing(List.of(second)))).containsExactly(second);
    server
        .postgres()
        .execute("UPDATE semel_intent SET headers_digest = NULL WHERE key = '" + first.key() + "'");
    assertThat(inNew(() -> table.differing(List.of(second)))).isEmpty();
  }

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
