// SPDX-License-Identifier: Apache-2.0
package org.semel.receive.proof;

import java.time.Duration;
import java.util.function.Supplier;
import org.semel.tx.Completion;
import org.semel.tx.Completion.Committed;
import org.semel.tx.Completion.RolledBack;
import org.semel.tx.Completion.Unknown;
import org.semel.tx.Decision;
import org.semel.tx.Faults;
import org.semel.tx.Transactions;

/**
 * What a proof stands on.
 *
 * @param transactions of the server
 * @param witness looks on from inside a transaction
 * @param faults tells faults that pass from faults that stay
 * @param workers how many transactions all consumers here may have prepared at once
 */
public record Ground(Transactions transactions, Witness witness, Faults faults, int workers) {

  static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Looks at something in a transaction of its own. */
  <T> T look(Supplier<T> look) throws Obstacle {
    Completion<T> completion = transactions.inNew(TIMEOUT, () -> Decision.commit(look.get()));
    if (completion instanceof Committed<T> committed) {
      return committed.value();
    }
    if (completion instanceof RolledBack<T> rolledBack) {
      throw new Obstacle(rolledBack.cause());
    }
    throw new Obstacle(
        completion instanceof Unknown<T> unknown
            ? unknown.cause()
            : new IllegalStateException("the look was discarded"));
  }
}
