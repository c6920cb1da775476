// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.semel.Code;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Outcome;

/**
 * The proof where the receipt follows the database's transaction:
 *
 * <ol>
 *   <li>receive a message in a transaction that commits, and undo the receipt: the message must be
 *       back. It is gone if the server took the session into the transaction;
 *   <li>write a row and receive the message in a transaction, roll that back and the receipt with
 *       it: the row must be gone, and the message must be back.
 * </ol>
 *
 * <p>In this order, as a server takes a session into the transaction in which it is opened, and not
 * into later ones: what it receives there is in none, and may not come again.
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
    boolean came = undoBehindACommit();
    boolean cameBack = rollBack();
    List<Refusal> refusals = new ArrayList<>();
    if (context.look(() -> database.remove(probe))) {
      refusals.add(
          new Refusal(
              Code.DATABASE_BRANCH_MISSING,
              "A row written in a transaction that rolled back was still there.",
              "Let semel.data-source name a data source that takes part in the server's transactions (server-config/README.md)."));
    }
    if (!came) { // whatever comes later has never been undone
      refusals.add(cannotFollow("A message that was sent did not come."));
    } else if (!cameBack) {
      refusals.add(
          cannotFollow(
              "A message did not come back whose receipt was undone after the server's transaction had committed."));
    } else if (!consume()) {
      refusals.add(cannotFollow("A message whose receipt was rolled back did not come back."));
    }
    return refusals;
  }

  private static Refusal cannotFollow(String finding) {
    return new Refusal(
        Code.RECEIPT_CANNOT_FOLLOW,
        finding,
        "Let the consumer's connection-factory name one that the server does not enlist, as jms/semelLocal, and whose"
            + " sessions do not acknowledge by themselves (server-config/README.md).");
  }

  /** Whether there was a message to be received. */
  private boolean undoBehindACommit() throws ProofInterrupted {
    try {
      return context.look(() -> broker.receive(probe));
    } finally {
      broker.ended(Outcome.UNDONE);
    }
  }

  /** Whether there was a message to be received. */
  private boolean rollBack() throws ProofInterrupted {
    try {
      return ProofInterrupted.unlessEnded(
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

  /** Whether there was a message, which is gone for good. */
  private boolean consume() {
    boolean received = broker.receive(probe);
    broker.ended(Outcome.COMMITTED);
    return received;
  }
}
