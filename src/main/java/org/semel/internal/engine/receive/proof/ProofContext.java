// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.proof;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Faults;
import org.semel.internal.engine.tx.Transactions;

/**
 * The resources of a proof.
 *
 * @param transactions the server's transactions
 * @param witness observes a transaction from inside
 * @param faults classifies faults as transient or permanent
 * @param workers how many transactions all consumers here may have prepared at once
 * @param inspections further checks, made before the proof's own transactions
 * @param server that it runs on
 */
public record ProofContext(
    Transactions transactions,
    Witness witness,
    Faults faults,
    int workers,
    List<Inspection> inspections,
    ServerTraits server) {

  static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** The refusals of all inspections, each in a transaction of its own that is rolled back. */
  List<Refusal> inspected() throws ProofInterrupted {
    List<Refusal> refusals = new ArrayList<>();
    for (Inspection each : inspections) {
      refusals.addAll(
          ProofInterrupted.unlessEnded(
              transactions.inNew(TIMEOUT, () -> Decision.discard(each.refusals()))));
    }
    return refusals;
  }

  /** Runs {@code look} in a transaction of its own. */
  <T> T look(Supplier<T> look) throws ProofInterrupted {
    return ProofInterrupted.unlessEnded(
        transactions.inNew(TIMEOUT, () -> Decision.commit(look.get())));
  }
}
