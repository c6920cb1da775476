// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.Optional;
import org.semel.internal.claim.Failure;

/** Where stored messages stand. Every act joins the caller's transaction. */
interface ReplaySource {

  /** What came of taking a message off the shelf. */
  sealed interface Taken {

    /** It is the caller's until the transaction ends, and its identity can be claimed. */
    record Ready(ReplayableMessage stored) implements Taken {}

    /** It cannot be replayed now, for this reason. */
    record Not(ReleaseResult answer) implements Taken {}
  }

  /** What the audit calls a replay of such a message. */
  Act act();

  Optional<ReplayableMessage> find(long id);

  Taken take(long id);

  /** Writes down that a taken message has been replayed. */
  void settle(long id);

  /** Writes down that a replay has failed. */
  void fail(long id, Failure failure);
}
