// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.semel.Code;
import org.semel.internal.tx.Decision;
import org.semel.internal.tx.Outcome;

/**
 * The proof where the receipt follows the database's transaction: a row is written and a message
 * received, the transaction is rolled back and the receipt with it; the row must be gone, and the
 * message must be back.
 */
final class LocalProof {

  private final DatabaseProbe database;
  private final BrokerProbe broker;
  private final ProofContext context;
  private final UUID probe = UUID.randomUUID();

  LocalProof(DatabaseProbe database, BrokerProbe broker, ProofContext context) {
    this.database = database;
    this.broker = broker;
    this.context = context;
  }

  List<Refusal> refusals() throws ProofInterrupted {
    broker.send(probe);
    rollBack();
    boolean rowStayed = context.look(() -> database.remove(probe));
    boolean messageBack = broker.receive(probe);
    broker.ended(Outcome.COMMITTED);
    List<Refusal> refusals = new ArrayList<>();
    if (rowStayed) {
      refusals.add(
          new Refusal(
              Code.DATABASE_BRANCH_MISSING,
              "A row written in a transaction that rolled back was still there.",
              "Let semel.data-source name a data source that takes part in the server's transactions (server-config/README.md)."));
    }
    if (!messageBack) {
      refusals.add(
          new Refusal(
              Code.BROKER_BRANCH_MISSING,
              "A message whose receipt was rolled back did not come back.",
              "Let the consumer's connection-factory name one that the server does not enlist (server-config/README.md)."));
    }
    return refusals;
  }

  private void rollBack() throws ProofInterrupted {
    try {
      ProofInterrupted.unlessEnded(
          context
              .transactions()
              .inNew(
                  ProofContext.TIMEOUT,
                  () -> {
                    database.insert(probe);
                    return Decision.discard(broker.receive(probe));
                  }));
    } finally {
      broker.ended(Outcome.UNDONE);
    }
  }
}
