// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.pause;

import java.util.List;
import java.util.Optional;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.desk.operate.pause.Pauses.Presence;
import org.semel.internal.engine.tx.Decision;
import org.semel.operations.AuditEntry;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.OperatorContext;
import org.semel.operations.PauseActs;

/** Pausing and resuming, each with its entry of the audit. */
public final class AuditedPauseActs implements PauseActs {

  private final OperatorTransactions transactions;
  private final Pauses pauses;

  public AuditedPauseActs(OperatorTransactions transactions, Pauses pauses) {
    this.transactions = transactions;
    this.pauses = pauses;
  }

  @Override
  public List<Pause> standing() {
    return transactions.look(() -> pauses.standing().pauses());
  }

  @Override
  public PauseResult pause(Target target, boolean kept, OperatorContext by) {
    return transactions.act(
        () -> {
          Presence presence = pauses.presence(target);
          if (presence != Presence.RUN_BY_NODES) {
            return Decision.discard(
                presence == Presence.UNKNOWN
                    ? new PauseResult.UnknownTarget(target)
                    : new PauseResult.NotReceiving(target));
          }
          Optional<Pause> written = pauses.pause(target, kept, by);
          if (written.isEmpty()) {
            return Decision.discard(already(target));
          }
          write(by, Act.PAUSE, target, kept ? "paused until resumed" : "paused until restarted");
          return Decision.commit(new PauseResult.Paused(written.get()));
        });
  }

  /** What was in the way is locked until our transaction ends. */
  private PauseResult already(Target target) {
    return new PauseResult.AlreadyPaused(pauses.find(target).orElseThrow());
  }

  @Override
  public ResumeResult resume(Target target, OperatorContext by) {
    return transactions.act(
        () -> {
          Optional<Pause> over = pauses.resume(target);
          if (over.isEmpty()) {
            return Decision.discard(
                pauses.presence(target) == Presence.UNKNOWN
                    ? new ResumeResult.NoSuchTarget(target)
                    : new ResumeResult.NotPaused(target));
          }
          write(by, Act.RESUME, target, "resumed");
          return Decision.commit(new ResumeResult.Resumed(over.get()));
        });
  }

  private void write(OperatorContext by, Act act, Target target, String outcome) {
    AuditEntry.Subject subject = new AuditEntry.Subject(target.toString(), Optional.empty());
    transactions.write(new AuditEntry(by, act, subject, outcome));
  }
}
