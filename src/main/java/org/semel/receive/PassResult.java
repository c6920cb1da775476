// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import java.util.List;
import java.util.Optional;
import org.semel.inbox.Failures;
import org.semel.message.Identity;

/** What one {@link Pass} came to. */
public sealed interface PassResult {

  /** Committed. */
  record Done(List<Receipt> receipts) implements PassResult {}

  /** No message was there. */
  record Idle() implements PassResult {}

  /**
   * Rolled back for a reason that stays; the messages come again.
   *
   * @param messages how many were in the transaction
   * @param culprit whose failure it was; empty if others were in the transaction, as a neighbour's
   *     rows may have made it fail
   * @param cause what failed
   */
  record Failed(int messages, Optional<Culprit> culprit, Throwable cause) implements PassResult {}

  /**
   * Rolled back as its messages were too many for its time; they come again, and it is nobody's
   * attempt.
   *
   * @param messages how many were in the transaction; more than one
   */
  record Overran(int messages, Throwable cause) implements PassResult {}

  /** Rolled back, or never begun, for a reason that passes; burns no attempt. */
  record Interrupted(Throwable cause) implements PassResult {}

  /** Nobody knows how it ended; a person must look at the transaction manager's log. */
  record InDoubt(Throwable cause) implements PassResult {}

  /**
   * The message whose handling failed.
   *
   * @param identity which one
   * @param failures all its failed attempts, this one included
   */
  record Culprit(Identity identity, Failures failures) {}
}
