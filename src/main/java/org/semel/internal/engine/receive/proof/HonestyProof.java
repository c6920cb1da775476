// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.proof;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.semel.Code;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.During;
import org.semel.internal.engine.tx.Decision;

/**
 * Proves that the database tells the truth about a commit. A statement fails, and the error is
 * swallowed, as a careless route does. From then on PostgreSQL answers COMMIT and PREPARE with a
 * quiet ROLLBACK; a caller that takes that for success loses the messages of the whole batch. So
 * each way in which the consumer's transactions may end is tried:
 *
 * <ol>
 *   <li>with this one branch, as every transaction where the receipt follows, and under {@code xa}
 *       that of a message which is handled alone: it must come back as rolled back;
 *   <li>under {@code xa} also with others: the database must refuse to prepare, so that a {@link
 *       Witness} behind it is never asked.
 * </ol>
 */
final class HonestyProof {

  private final DatabaseProbe database;
  private final ProofContext context;
  private final Protocol protocol;

  HonestyProof(DatabaseProbe database, ProofContext context, Protocol protocol) {
    this.database = database;
    this.context = context;
    this.protocol = protocol;
  }

  List<Refusal> refusals() throws ProofInterrupted {
    return commits() || (protocol == Protocol.XA && prepares())
        ? List.of(
            new Refusal(
                Code.DRIVER_MISLEADS,
                "The data source reports as done what the database has rolled back: a route that"
                    + " swallows an SQL error would lose its message, and all that share its"
                    + " transaction.",
                context.server().words(Remedy.DRIVER)))
        : List.of();
  }

  /** The row shows that the database had joined: an outage could look like the error on purpose. */
  private boolean commits() throws ProofInterrupted {
    Completion<UUID> completion = context.transactions().inNew(ProofContext.TIMEOUT, this::spoilt);
    boolean undone =
        completion.rolledBack().map(end -> end.during() == During.COMMIT).orElse(false);
    if (!undone) {
      ProofInterrupted.unlessEnded(completion);
    }
    return !undone;
  }

  private Decision<UUID> spoilt() {
    UUID row = UUID.randomUUID();
    database.insert(row);
    database.spoil();
    return Decision.commit(row);
  }

  private boolean prepares() {
    AtomicBoolean asked = new AtomicBoolean();
    context
        .transactions()
        .inNew(
            ProofContext.TIMEOUT,
            () -> {
              context.witness().around(transaction -> asked.set(true), this::spoilt);
              return Decision.commit("");
            });
    return asked.get();
  }
}
