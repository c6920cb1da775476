// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.receive.batch.BatchResult.FailedMessage;
import org.semel.internal.engine.receive.claim.AttemptStore;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Identity;
import org.semel.message.Message;

/** Records attempts, in a transaction of its own beside the one that fails. */
final class AttemptRecorder {

  private final AttemptStore attempts;
  private final Transactions transactions;
  private final Duration timeout;

  AttemptRecorder(AttemptStore attempts, Transactions transactions, Duration timeout) {
    this.attempts = attempts;
    this.transactions = transactions;
    this.timeout = timeout;
  }

  /**
   * Counts an attempt of a message that was alone; empty if the database would not have it, or if
   * the identity took effect meanwhile, so that nothing has been counted.
   */
  Optional<FailedMessage> attempt(Offer offer, Message message, Throwable failure) {
    return transactions
        .inNew(timeout, () -> Decision.commit(attempts.failed(offer, Failure.of(failure))))
        .committed()
        .flatMap(counted -> counted)
        .map(failures -> new FailedMessage(offer.identity(), message, failures));
  }

  /**
   * Counts that a fault that passes stopped a message that was alone. Counts nothing while that
   * cannot be written.
   */
  void stop(Offer offer, Throwable failure) {
    note(() -> attempts.stopped(offer, Failure.of(failure)));
  }

  /** Notes that a message is about to be handled alone, so that its end can be missed. */
  void open(Offer offer) {
    note(() -> attempts.open(offer));
  }

  /** Takes that back: it ended, and no message is at fault. */
  void excuse(Identity identity) {
    note(() -> attempts.excuse(identity));
  }

  private void note(Runnable act) {
    transactions.inNew(
        timeout,
        () -> {
          act.run();
          return Decision.commit("");
        });
  }

  /**
   * Notes suspects, which are handled alone from then on. Should that fail, the same batch fails
   * again, and is noted then.
   */
  void suspect(List<Offer> offers, Throwable failure) {
    if (!offers.isEmpty()) {
      note(() -> attempts.suspect(offers, Failure.of(failure)));
    }
  }
}
