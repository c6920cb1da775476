// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.intent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.send.BufferedIntents;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Intents;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.small.SmallServer;

/**
 * A transaction that commits lets those who wait for that act first: a persistence context writes
 * its entities, whose listeners may send. Over the real transaction manager and the real table.
 */
class LastMomentIntentsTest {

  private final SmallServer server = SmallServer.shared();
  private final Destination destination = new Destination("l-" + UUID.randomUUID());
  private final Intents intents =
      new BufferedIntents(new IntentTable(server.jdbc()), server.transactions());

  @Test
  void whatIsRecordedAsTheTransactionCommitsIsWrittenWithIt() {
    server
        .transactions()
        .inNew(
            Duration.ofMinutes(1),
            () -> {
              intents.record(intent(1));
              server.transactions().beforeCommit(() -> intents.record(intent(2)));
              return Decision.commit("");
            })
        .orElseThrow(IllegalStateException::new);
    assertThat(
            server
                .postgres()
                .number(
                    "SELECT count(*) FROM semel_intent WHERE destination = ?", destination.name()))
        .isEqualTo(2);
  }

  private Intent intent(int number) {
    return new Intent(
        new Identity(destination.name(), "k" + number),
        new Intent.Address(destination, 0),
        Headers.none(),
        Body.none());
  }
}
