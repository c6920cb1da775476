// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.replay;

import java.util.Optional;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.AuditEntry.Subject;
import org.semel.operations.ReleaseResult;
import org.semel.operations.RowVersion;

/** The table from which messages are replayed. Every act joins the caller's transaction. */
public interface ReplaySource {

  /** The result of taking a message for a replay. */
  sealed interface Taken {

    /** It is the caller's until the transaction ends, and its identity can be claimed. */
    record Ready(ReplayableMessage message) implements Taken {}

    /** It cannot be replayed now, for this reason. */
    record Not(ReleaseResult answer) implements Taken {}
  }

  /**
   * A message of which nothing has been read that could be large.
   *
   * @param consumer whose
   * @param subject how the audit names it
   */
  record MessageOwner(String consumer, Subject subject) {}

  /** What the audit calls a replay of such a message. */
  Act act();

  /** The owner of the message of this number; its body is not read. */
  Optional<MessageOwner> find(long id);

  /**
   * Takes the message of this number for the caller's transaction.
   *
   * @param seen one that has changed since is not taken
   */
  Taken take(long id, RowVersion seen);

  /**
   * Notes that a taken message has been replayed.
   *
   * @return why it must not have been; the caller's transaction must roll back
   */
  Optional<ReleaseResult> settle(long id);

  /** Notes that a replay has failed. */
  void fail(long id, Failure failure);
}
