// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.List;
import java.util.Optional;
import org.semel.internal.stored.Ending;
import org.semel.internal.stored.Stage;
import org.semel.internal.stored.StoredMessages;
import org.semel.internal.stored.StoredMessages.Found;
import org.semel.internal.stored.StoredMessages.Move;
import org.semel.internal.tx.Decision;
import org.semel.message.Identity;
import org.semel.operations.AuditEntry.Subject;

/** Setting aside stored messages that have not taken effect yet (protocol {@code store-first}). */
public final class StoredActs {

  private final OperatorTransactions desk;
  private final StoredMessages messages;

  StoredActs(OperatorTransactions desk, StoredMessages messages) {
    this.desk = desk;
    this.messages = messages;
  }

  /**
   * Parks a stored message, whether it waits for its first worker, for another attempt, or is being
   * handled at this moment. In the last case its worker cannot commit, and rolls back. The
   * consumer's next pass writes it to the parked messages, where it can be released or withdrawn
   * like any other.
   */
  public SetAsideResult park(Identity identity, OperatorContext by) {
    return desk.act(
        () -> {
          Optional<Found> found = messages.find(identity);
          if (found.isEmpty()) {
            return Decision.discard(new SetAsideResult.Absent());
          }
          Stage stage = found.get().stage();
          if (!stage.mayBecome(Stage.FAILED_TERMINAL)) {
            return Decision.discard(new SetAsideResult.Ended(stage));
          }
          move(found.get(), by);
          Subject subject = new Subject("stored message", Optional.of(identity));
          desk.audit().write(new AuditEntry(by, Act.SET_ASIDE, subject, "set aside from " + stage));
          return Decision.commit(new SetAsideResult.SetAside());
        });
  }

  private void move(Found found, OperatorContext by) {
    Ending aside = new Ending.SetAside(by.who() + ": " + by.why());
    if (!messages.move(List.of(new Move(found.leased(), aside))).isEmpty()) {
      throw new IllegalStateException(
          "a stored message that was locked could not be set aside; this is a defect of Semel");
    }
  }
}
