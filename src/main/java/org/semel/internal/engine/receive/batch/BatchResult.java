// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.claim.Failures;
import org.semel.message.Identity;
import org.semel.message.Message;

/** The result of one {@link ReceiveBatch}. */
public sealed interface BatchResult {

  /**
   * Committed.
   *
   * @param receipts what its messages came to
   * @param source where they came from
   * @param lasted from the moment at which the first message was there to the commit
   */
  record BatchCommitted(List<Receipt> receipts, IntakeSource source, Duration lasted)
      implements BatchResult {

    /** The source that messages came from. */
    public enum IntakeSource {
      /** Their queue has just delivered them. */
      QUEUE,
      /** They were received before, and waited in a table. */
      TABLE
    }

    /** They waited in a table; how long the transaction lasted was not measured. */
    public BatchCommitted(List<Receipt> receipts) {
      this(receipts, IntakeSource.TABLE, Duration.ZERO);
    }

    /** A transaction over what a queue has delivered. */
    static BatchCommitted received(List<Receipt> receipts, Duration lasted) {
      return new BatchCommitted(receipts, IntakeSource.QUEUE, lasted);
    }
  }

  /**
   * Committed, and not acknowledged: its messages come again, and are absorbed.
   *
   * @param done what has committed
   * @param cause what kept the broker from it; it passes, and is no one's attempt
   */
  record Unacknowledged(BatchCommitted done, Throwable cause) implements BatchResult {}

  /** No message was there, or nothing became of it. */
  record Idle() implements BatchResult {}

  /**
   * Rolled back for a reason that stays; the messages come again.
   *
   * @param messages how many were in the transaction
   * @param message whose failure it was; empty if others were in the transaction, as a neighbour's
   *     rows may have made it fail
   * @param cause what failed
   */
  record PermanentFault(int messages, Optional<FailedMessage> message, Throwable cause)
      implements BatchResult {}

  /**
   * Rolled back as its messages were too many for its time; they come again, and it is no one's
   * attempt.
   *
   * @param messages how many were in the transaction; more than one
   */
  record Overran(int messages, Throwable cause) implements BatchResult {}

  /** Rolled back, or never begun, for a reason that passes; burns no attempt. */
  record TransientFault(Throwable cause) implements BatchResult {}

  /**
   * A fault that passes stopped some; it burns no attempt. Others took effect, which has been
   * reported.
   */
  record Hindered(Throwable cause) implements BatchResult {}

  /**
   * Rolled back as another transaction was in the way; they come again, fewer at once.
   *
   * @param messages how many were in the transaction; more than one
   */
  record Contended(int messages, Throwable cause) implements BatchResult {}

  /**
   * Rolled back, but for messages that were handled alone and have committed alone: their next
   * delivery is absorbed.
   *
   * @param receipts what these came to
   * @param because what the first message came to that was to be handled alone and could not be, or
   *     else what all the others came to together
   */
  record Aborted(List<Receipt> receipts, BatchResult because) implements BatchResult {}

  /**
   * Nothing was tried, as something that messages need is away, or as no message came while one
   * that was stopped is held back; to be tried again later.
   */
  record Withheld(Duration pause) implements BatchResult {}

  /** No one knows how it ended; a person must look at the transaction manager's log. */
  record InDoubt(Throwable cause) implements BatchResult {}

  /**
   * The message whose handling failed.
   *
   * @param identity which one
   * @param message what came, with all its headers
   * @param failures all its failed attempts, this one included
   */
  record FailedMessage(Identity identity, Message message, Failures failures) {}
}
