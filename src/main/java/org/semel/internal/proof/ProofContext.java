// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.proof;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.semel.internal.tx.Completion;
import org.semel.internal.tx.Completion.Committed;
import org.semel.internal.tx.Completion.Discarded;
import org.semel.internal.tx.Completion.RolledBack;
import org.semel.internal.tx.Completion.Unknown;
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
      refusals.addAll(value(transactions.inNew(TIMEOUT, () -> Decision.discard(each.refusals()))));
    }
    return refusals;
  }

  /** Looks at something in a transaction of its own. */
  <T> T look(Supplier<T> look) throws ProofInterrupted {
    return value(transactions.inNew(TIMEOUT, () -> Decision.commit(look.get())));
  }

  private static <T> T value(Completion<T> completion) throws ProofInterrupted {
    if (completion instanceof Committed<T> committed) {
      return committed.value();
    }
    if (completion instanceof Discarded<T> discarded) {
      return discarded.value();
    }
    if (completion instanceof RolledBack<T> rolledBack) {
      throw new ProofInterrupted(rolledBack.cause());
    }
    throw new ProofInterrupted(((Unknown<T>) completion).cause());
  }
}
