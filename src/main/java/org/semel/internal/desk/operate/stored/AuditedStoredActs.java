// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.stored;

import java.util.List;
import java.util.Optional;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.engine.receive.rows.InboxStage;
import org.semel.internal.engine.receive.rows.StageChange;
import org.semel.internal.engine.receive.rows.StoredMessages;
import org.semel.internal.engine.receive.rows.StoredMessages.Found;
import org.semel.internal.engine.receive.rows.StoredMessages.Move;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Identity;
import org.semel.operations.AuditEntry;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.AuditEntry.Subject;
import org.semel.operations.OperatorContext;
import org.semel.operations.StoredActs;
import org.semel.operations.StoredActs.SetAsideResult;
import org.semel.operations.Underway;

/** Acts upon stored messages, each with its entry of the audit. */
public final class AuditedStoredActs implements StoredActs {

  private final OperatorTransactions transactions;
  private final StoredMessages messages;

  public AuditedStoredActs(OperatorTransactions transactions, StoredMessages messages) {
    this.transactions = transactions;
    this.messages = messages;
  }

  @Override
  public SetAsideResult park(Identity identity, OperatorContext by) {
    return transactions.act(
        () -> {
          Optional<Found> found = messages.find(identity);
          if (found.isEmpty()) {
            return Decision.discard(new SetAsideResult.NotFound());
          }
          InboxStage stage = found.get().stage();
          if (!stage.mayBecome(InboxStage.FAILED_TERMINAL)) {
            return Decision.discard(new SetAsideResult.Ended(Underway.Stage.valueOf(stage.name())));
          }
          move(found.get(), by);
          Subject subject = new Subject("stored message", Optional.of(identity));
          transactions.write(new AuditEntry(by, Act.SET_ASIDE, subject, "set aside from " + stage));
          return Decision.commit(new SetAsideResult.SetAside());
        });
  }

  private void move(Found found, OperatorContext by) {
    StageChange aside = new StageChange.StoppedByOperator(by.who() + ": " + by.why());
    if (!messages.move(List.of(new Move(found.leased(), aside))).isEmpty()) {
      throw new IllegalStateException(
          "a stored message that was locked could not be set aside; this is a defect of Semel");
    }
  }
}
