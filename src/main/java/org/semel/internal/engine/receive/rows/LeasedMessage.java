// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.util.Optional;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.message.Identity;
import org.semel.message.Message;

/**
 * A stored message that one worker has leased. No other has it until the lease runs out; its next
 * holder has a higher token, and writes under this one are refused.
 *
 * @param identity whose message it is
 * @param message headers and body as they came
 * @param token of the lease; grows with every lease
 * @param history what happened to it before
 */
public record LeasedMessage(
    Identity identity, Message message, long token, AttemptHistory history) {

  /**
   * The history of attempts before this lease.
   *
   * @param failures attempts that failed for a reason that stays
   * @param lapses how often a lease on it ran out, as its worker died or was too slow, or a fault
   *     that passes stopped it while it was alone
   * @param progress of its route, if it has finished a step
   * @param verdict for one that failed for good: why
   * @param reclaimed whether this lease follows one that ran out
   */
  public record AttemptHistory(
      int failures,
      int lapses,
      Optional<RouteProgress> progress,
      Optional<ParkedMessage.Verdict> verdict,
      boolean reclaimed) {

    /** The history of a message whose lease follows none that ran out. */
    public AttemptHistory(
        int failures,
        int lapses,
        Optional<RouteProgress> progress,
        Optional<ParkedMessage.Verdict> verdict) {
      this(failures, lapses, progress, verdict, false);
    }

    /** Whether nothing has happened to it yet. */
    public boolean isEmpty() {
      return failures == 0 && lapses == 0 && progress.isEmpty();
    }
  }

  /** The same message, at a later step. */
  public LeasedMessage at(RouteProgress progress) {
    return new LeasedMessage(
        identity,
        message,
        token,
        new AttemptHistory(
            history.failures(),
            history.lapses(),
            Optional.of(progress),
            history.verdict(),
            history.reclaimed()));
  }
}
