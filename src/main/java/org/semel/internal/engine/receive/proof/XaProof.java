// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.semel.Code;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Outcome;

/**
 * Transactions that are made to fail at the last moment:
 *
 * <ol>
 *   <li>send a message to the probe's queue in a transaction, as not every adapter's sessions work
 *       outside of one;
 *   <li>in one transaction, around which a {@link Witness} joins, write a row and receive the
 *       message; then commit;
 *   <li>the witness, asked last, must find one prepared branch at the database and one at the
 *       broker, if that shows any, and votes against;
 *   <li>the row must be gone and the message must be back.
 * </ol>
 */
final class XaProof {

  private final DatabaseProbe database;
  private final BrokerProbe broker;
  private final ProofContext context;
  private final UUID probe = UUID.randomUUID();
  private final AtomicReference<@Nullable Sight> sight = new AtomicReference<>();
  private final List<Refusal> refusals = new ArrayList<>();

  XaProof(DatabaseProbe database, BrokerProbe broker, ProofContext context) {
    this.database = database;
    this.broker = broker;
    this.context = context;
  }

  List<Refusal> refusals() throws ProofInterrupted {
    send();
    judge(commitAgainstTheVote());
    judgeRow();
    if (refusals.isEmpty()) {
      judgeMessage();
    }
    return refusals;
  }

  /**
   * A session that is outside of the transaction sends nothing, as no one else commits it; or it
   * keeps what is undone later.
   */
  private void send() throws ProofInterrupted {
    UUID row = UUID.randomUUID();
    try {
      context.look(
          () -> {
            database.insert(row);
            broker.sendAlong(probe);
            return row;
          });
    } finally {
      broker.ended(Outcome.COMMITTED);
    }
    context.look(() -> database.remove(row));
  }

  private Completion<Boolean> commitAgainstTheVote() {
    try {
      return context
          .transactions()
          .inNew(
              ProofContext.TIMEOUT,
              () -> {
                AtomicBoolean received = new AtomicBoolean();
                context
                    .witness()
                    .around(
                        transaction -> sight.set(look(transaction, received.get())),
                        () -> {
                          database.insert(probe);
                          received.set(broker.receive(probe));
                        });
                return Decision.commit(received.get());
              });
    } finally {
      broker.ended(Outcome.UNDONE);
    }
  }

  private Sight look(GlobalTransaction transaction, boolean received) {
    return new Sight(
        transaction, database.prepared(transaction), broker.prepared(transaction), received);
  }

  private void judge(Completion<Boolean> completion) throws ProofInterrupted {
    Sight seen = sight.get();
    if (seen == null) {
      ProofInterrupted.unlessEnded(completion);
      refusals.add(
          new Refusal(
              Code.BRANCHES_UNPROVEN,
              "The transaction ended without asking its last branch.",
              "Use the server's own transaction manager."));
      return;
    }
    if (seen.database() != 1) {
      refuseDatabase("The database had prepared " + seen.database() + " branches instead of 1.");
    }
    if (seen.broker() instanceof Prepared.Uncounted && !seen.received()) {
      refuseBroker("The proof's own message did not come.");
    }
    if (seen.broker() instanceof Prepared.Counted prepared && prepared.branches() != 1) {
      refuseBroker("The broker had prepared " + prepared.branches() + " branches instead of 1.");
    }
    context.server().misnamed(seen.transaction()).ifPresent(refusals::add);
  }

  private void judgeRow() throws ProofInterrupted {
    if (context.look(() -> database.remove(probe))) {
      refuseDatabase("A row written in a transaction that rolled back was still there.");
    }
  }

  private void judgeMessage() throws ProofInterrupted {
    boolean back = context.look(() -> broker.receive(probe));
    broker.ended(Outcome.UNDONE);
    if (!back) {
      refuseBroker("A message received in a transaction that rolled back did not come back.");
    }
  }

  private void refuseDatabase(String finding) {
    refuse(Code.DATABASE_BRANCH_MISSING, finding, Remedy.DATA_SOURCE);
  }

  private void refuseBroker(String finding) {
    refuse(Code.BROKER_BRANCH_MISSING, finding, Remedy.CONNECTION_FACTORY);
  }

  private void refuse(Code code, String finding, Remedy remedy) {
    refusals.add(new Refusal(code, finding, context.server().words(remedy)));
  }

  /** The witness's sight while all were prepared. */
  private record Sight(
      GlobalTransaction transaction, int database, Prepared broker, boolean received) {}
}
