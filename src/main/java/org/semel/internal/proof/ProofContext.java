// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.proof;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.semel.internal.tx.Decision;
import org.semel.internal.tx.Faults;
import org.semel.internal.tx.Transactions;

/**
 * What a proof stands on.
 *
 * @param transactions of the server
 * @param witness looks on from inside a transaction
 * @param faults tells faults that pass from faults that stay
 * @param workers how many transactions all consumers here may have prepared at once
 * @param inspections what else is looked at, before the experiment
 */
public record ProofContext(
    Transactions transactions,
    Witness witness,
    Faults faults,
    int workers,
    List<Inspection> inspections) {

  static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** What the inspections found, each in a transaction of its own that is given up. */
  List<Refusal> inspected() throws ProofInterrupted {
    List<Refusal> refusals = new ArrayList<>();
    for (Inspection each : inspections) {
      refusals.addAll(
          transactions
              .inNew(TIMEOUT, () -> Decision.discard(each.refusals()))
              .orElseThrow(ProofInterrupted::new));
    }
    return refusals;
  }

  /** Looks at something in a transaction of its own. */
  <T> T look(Supplier<T> look) throws ProofInterrupted {
    return transactions
        .inNew(TIMEOUT, () -> Decision.commit(look.get()))
        .orElseThrow(ProofInterrupted::new);
  }
}
