// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.audit;

import java.time.Duration;
import java.util.Optional;
import org.semel.internal.desk.operate.audit.AuditSeals.Seal;
import org.semel.internal.engine.loop.Loop;
import org.semel.internal.engine.loop.LoopResult;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;

/** Seals one day after the other, and looks for the next one every ten minutes. Any node may. */
public final class AuditSealing implements Loop.Step {

  static final Duration EVERY = Duration.ofMinutes(10);

  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final AuditSeals seals;
  private final Transactions transactions;
  private final SealListener listener;

  public AuditSealing(AuditSeals seals, Transactions transactions, SealListener listener) {
    this.seals = seals;
    this.transactions = transactions;
    this.listener = listener;
  }

  @Override
  public LoopResult run(boolean afterOutage) {
    Completion<Optional<Seal>> completion =
        transactions.inNew(TIMEOUT, () -> Decision.commit(seals.seal()));
    return completion.fold(this::after, LoopResult.Interrupted::new);
  }

  /** A seal is told once it holds, and not before. */
  private LoopResult after(Optional<Seal> sealed) {
    sealed.ifPresent(listener::sealed);
    return new LoopResult.Succeeded(sealed.isPresent() ? Duration.ZERO : EVERY);
  }
}
