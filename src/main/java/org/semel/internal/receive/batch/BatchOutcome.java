// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.receive.batch;

import java.util.List;
import java.util.Optional;
import org.semel.internal.claim.Offer;
import org.semel.internal.receive.Arrival;
import org.semel.internal.receive.HandlingFailed;
import org.semel.internal.receive.Receipt;
import org.semel.internal.receive.Receiver;
import org.semel.internal.receive.RivalInFlight;
import org.semel.internal.tx.Completion;
import org.semel.internal.tx.Completion.During;
import org.semel.internal.tx.Completion.RolledBack;
import org.semel.internal.tx.Faults;
import org.semel.message.Message;

/** Maps a transaction's outcome to the result of the batch, and to the message that failed. */
final class BatchOutcome {

  private final Receiver receiver;
  private final AttemptRecorder attempts;
  private final Faults faults;
  private final OutageCircuit outage;

  BatchOutcome(Receiver receiver, AttemptRecorder attempts, Faults faults, OutageCircuit outage) {
    this.receiver = receiver;
    this.attempts = attempts;
    this.faults = faults;
    this.outage = outage;
  }

  BatchResult of(Completion<List<Receipt>> completion, BatchProgress progress) {
    return completion.fold(
        receipts -> BatchResult.BatchCommitted.received(receipts, progress.lasted()),
        nothing -> new BatchResult.Idle(),
        failed -> rolledBack(failed, progress),
        unknown -> new BatchResult.InDoubt(unknown.cause()));
  }

  /**
   * Who else has taken the memory nobody knows: it is held against a message as any fault that
   * passes is.
   */
  BatchResult withoutMemory(OutOfMemoryError error, BatchProgress progress) {
    if (progress.arrivals.isEmpty()) {
      return new BatchResult.TransientFault(error);
    }
    return progress.arrivals.size() == 1 ? stopped(error, progress) : interrupted(error, progress);
  }

  private BatchResult rolledBack(RolledBack<?> rolledBack, BatchProgress progress) {
    Throwable cause = rolledBack.cause();
    if (cause instanceof BatchAborted aborted) {
      return aborted.result();
    }
    if (progress.arrivals.isEmpty()) {
      return new BatchResult.TransientFault(cause);
    }
    boolean stays = stays(rolledBack);
    if (progress.arrivals.size() == 1) {
      return stays ? single(cause, progress) : stopped(cause, progress);
    }
    if (rolledBack.during() == During.OVERTIME && (stays || cause instanceof HandlingFailed)) {
      return overran(cause, progress);
    }
    return stays ? several(cause, progress) : interrupted(cause, progress);
  }

  /**
   * While something is stopped more is taken than there may be time for. Whoever comes again is a
   * suspect then: one may take all the time that there is, each time.
   */
  private BatchResult overran(Throwable cause, BatchProgress progress) {
    if (outage.worthTaking() > 1) {
      List<Arrival> again = progress.arrivals.stream().filter(BatchOutcome::comesAgain).toList();
      attempts.suspect(receiver.offers(again), Rollbacks.failure(cause));
    }
    return new BatchResult.Overran(progress.arrivals.size(), cause);
  }

  private static boolean comesAgain(Arrival one) {
    return one.message().origin().redelivered();
  }

  /** Whatever failed was the message's fault. */
  private BatchResult single(Throwable cause, BatchProgress progress) {
    Throwable failure = Rollbacks.failure(cause);
    Message message = progress.arrivals.get(0).message();
    Optional<Offer> offer = receiver.offer(message);
    if (progress.message.isEmpty() && !(cause instanceof HandlingFailed)) {
      progress.message = offer.flatMap(only -> attempts.attempt(only, message, cause));
    }
    boolean uncounted = offer.isPresent() && progress.message.isEmpty();
    return uncounted
        ? new BatchResult.TransientFault(failure)
        : new BatchResult.PermanentFault(1, progress.message, failure);
  }

  /**
   * Something that passes. It is held against the message only if that is stopped while others take
   * effect; a rival who holds its identity is never its fault.
   */
  private BatchResult stopped(Throwable cause, BatchProgress progress) {
    Throwable failure = Rollbacks.failure(cause);
    Arrival one = progress.arrivals.get(0);
    for (Offer offer : receiver.offers(progress.arrivals)) {
      outage.remember(offer.identity());
      if (!(cause instanceof RivalInFlight) && outage.isOwn(offer.identity())) {
        attempts.stop(offer, failure);
      } else if (progress.open) {
        attempts.excuse(offer.identity());
      } else if (one.message().origin().redelivered()) {
        attempts.suspect(List.of(offer), failure);
      }
    }
    return new BatchResult.TransientFault(failure);
  }

  /** Whom it interrupts for the second time is a suspect: alone it shows whose trouble it is. */
  private BatchResult interrupted(Throwable cause, BatchProgress progress) {
    int messages = progress.arrivals.size();
    boolean contended =
        cause instanceof RivalInFlight || faults.ofAll(cause) == Faults.Opinion.CONTENDED;
    List<Arrival> suspects =
        progress.arrivals.stream().filter(one -> isSuspect(one, cause, contended)).toList();
    attempts.suspect(receiver.offers(suspects), Rollbacks.failure(cause));
    return contended
        ? new BatchResult.Contended(messages, cause)
        : new BatchResult.TransientFault(Rollbacks.failure(cause));
  }

  private boolean isSuspect(Arrival one, Throwable cause, boolean contended) {
    return (cause instanceof HandlingFailed failed && !contended)
        ? receiver.identity(one.message()).filter(failed.identity()::equals).isPresent()
        : comesAgain(one);
  }

  /** Whose failure has been counted was the only one left: the others had committed alone. */
  private BatchResult several(Throwable cause, BatchProgress progress) {
    int messages = progress.message.isPresent() ? 1 : progress.arrivals.size();
    if (!(cause instanceof HandlingFailed)) {
      attempts.suspect(receiver.offers(progress.arrivals), cause);
    }
    return new BatchResult.PermanentFault(messages, progress.message, Rollbacks.failure(cause));
  }

  private boolean stays(RolledBack<?> rolledBack) {
    return !(rolledBack.cause() instanceof RivalInFlight) && Rollbacks.stays(faults, rolledBack);
  }
}
