// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.HandlingFailed;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.Receiver;
import org.semel.internal.engine.receive.batch.BatchResult.FailedMessage;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.tx.Cause;
import org.semel.internal.engine.tx.Faults;
import org.semel.internal.engine.tx.TransactionTimedOut;

/**
 * Passes messages to the receiver, inside their transaction, and records whose failure it was
 * before that rolls back: afterwards another worker may have the message already, and would not
 * know.
 */
final class BatchHandling {

  private final Receiver receiver;
  private final AttemptRecorder attempts;
  private final Faults faults;

  BatchHandling(Receiver receiver, AttemptRecorder attempts, Faults faults) {
    this.receiver = receiver;
    this.attempts = attempts;
    this.faults = faults;
  }

  /**
   * Handles them, in the caller's transaction.
   *
   * @param progress gets to know how far it came, and which message failed
   * @throws HandlingFailed if a route failed; its attempt, or a suspicion, has been written
   */
  List<Receipt> of(List<Arrival> arrivals, BatchProgress progress) {
    try {
      return arrivals.isEmpty() ? List.of() : receiver.receive(arrivals);
    } catch (HandlingFailed failed) {
      progress.begun = 1 + arrivals.indexOf(first(failed, arrivals).orElse(arrivals.get(0)));
      Cause cause = faults.ofAll(failed);
      if (!cause.passes()) {
        progress.message = record(failed, arrivals, cause, progress);
      }
      throw failed;
    }
  }

  private Optional<Arrival> first(HandlingFailed failed, List<Arrival> batch) {
    return batch.stream()
        .filter(
            one -> receiver.identity(one.message()).filter(failed.identity()::equals).isPresent())
        .findFirst();
  }

  /**
   * In a batch of several the one that failed is only the first suspect: a neighbour's rows may
   * have made it fail. If it found its transaction broken, each of them is a suspect. If the time
   * was up, that was the time of all who shared it, those included that were handled alone before.
   */
  private Optional<FailedMessage> record(
      HandlingFailed failed, List<Arrival> batch, Cause cause, BatchProgress progress) {
    if (failed.failure() instanceof TransactionTimedOut && progress.arrivals.size() > 1) {
      return Optional.empty();
    }
    List<Arrival> guilty =
        cause == Cause.INHERITED ? batch : first(failed, batch).stream().toList();
    List<Offer> offers = receiver.offers(guilty);
    if (batch.size() == 1) {
      return offers.stream()
          .flatMap(
              offer -> attempts.attempt(offer, batch.get(0).message(), failed.failure()).stream())
          .findFirst();
    }
    attempts.suspect(offers, failed.failure());
    return Optional.empty();
  }
}
