// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.semel.inbox.Attempts;
import org.semel.inbox.Failure;
import org.semel.inbox.Failures;
import org.semel.inbox.Offer;
import org.semel.receive.PassResult.Culprit;
import org.semel.tx.Completion;
import org.semel.tx.Completion.Committed;
import org.semel.tx.Decision;
import org.semel.tx.Transactions;

/** Writes down who failed, in a transaction of its own beside the one that fails. */
final class Blame {

  private final Attempts attempts;
  private final Transactions transactions;
  private final Duration timeout;

  Blame(Attempts attempts, Transactions transactions, Duration timeout) {
    this.attempts = attempts;
    this.transactions = transactions;
    this.timeout = timeout;
  }

  /**
   * Counts an attempt of a message that was alone; empty if the database would not have it, or if
   * the identity took effect meanwhile, so that nothing has been counted.
   */
  Optional<Culprit> attempt(Offer offer, Throwable failure) {
    Completion<Optional<Failures>> written =
        transactions.inNew(
            timeout, () -> Decision.commit(attempts.failed(offer, Failure.of(failure))));
    return written instanceof Committed<Optional<Failures>> committed
        ? committed.value().map(failures -> new Culprit(offer.identity(), failures))
        : Optional.empty();
  }

  /**
   * Notes suspects, which are handled alone from then on. Should that fail, the same company may
   * fail again; the broker's count ends that in the end.
   */
  void suspect(List<Offer> offers, Throwable failure) {
    transactions.inNew(
        timeout,
        () -> {
          attempts.suspect(offers, Failure.of(failure));
          return Decision.commit(offers);
        });
  }
}
