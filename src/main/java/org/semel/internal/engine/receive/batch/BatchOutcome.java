// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.HandlingFailed;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.Receiver;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.tx.Cause;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.During;
import org.semel.internal.engine.tx.Completion.RolledBack;
import org.semel.internal.engine.tx.Faults;
import org.semel.internal.engine.tx.Verdict;
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
        nothing -> progress.arrivals.isEmpty() ? outage.idle() : new BatchResult.Idle(),
        failed -> rolledBack(failed, progress),
        unknown -> inDoubt(unknown.cause(), progress));
  }

  /**
   * The result of a transaction in doubt. No one knows which message ended it so, and each time
   * costs a person a look: from now on each goes alone, and one that has taken effect is absorbed.
   */
  private BatchResult inDoubt(Throwable cause, BatchProgress progress) {
    if (progress.arrivals.size() == 1) {
      stopped(cause, Cause.UNDECIDED, progress);
    } else {
      attempts.suspect(receiver.offers(progress.arrivals), cause);
    }
    return new BatchResult.InDoubt(cause);
  }

  private BatchResult rolledBack(RolledBack<?> rolledBack, BatchProgress progress) {
    Throwable cause = rolledBack.cause();
    if (cause instanceof BatchAborted aborted) {
      return progress.arrivals.size() == 1 ? aborted.result().because() : aborted.result();
    }
    if (progress.arrivals.isEmpty()) {
      return new BatchResult.TransientFault(cause);
    }
    Cause line = faults.of(rolledBack);
    if (line == Cause.UNPREPARED) {
      return unprepared(cause, progress);
    }
    if (progress.arrivals.size() == 1) {
      return line.passes() ? stopped(cause, line, progress) : single(cause, progress);
    }
    boolean fails = !line.passes();
    if (rolledBack.during() == During.OVERTIME && (fails || cause instanceof HandlingFailed)) {
      return overran(cause, progress);
    }
    return fails ? several(cause, progress) : interrupted(cause, line, progress);
  }

  /** Alone they are committed in one phase. */
  private BatchResult unprepared(Throwable cause, BatchProgress progress) {
    WorkUnprepared told = new WorkUnprepared(receiver.consumer(), cause);
    attempts.suspect(receiver.offers(progress.arrivals), told);
    return new BatchResult.PermanentFault(progress.arrivals.size(), Optional.empty(), told);
  }

  /**
   * While something is stopped more is taken than there may be time for. A message that comes again
   * is a suspect then: one may take all the time that there is, each time.
   */
  private BatchResult overran(Throwable cause, BatchProgress progress) {
    if (outage.worthTaking() > 1) {
      List<Arrival> again = progress.arrivals.stream().filter(BatchOutcome::comesAgain).toList();
      attempts.suspect(receiver.offers(again), HandlingFailed.failure(cause));
    }
    return new BatchResult.Overran(progress.arrivals.size(), cause);
  }

  private static boolean comesAgain(Arrival one) {
    return one.message().origin().redelivered();
  }

  /** The result of a failure of one message alone: it is the message's own, whatever failed. */
  private BatchResult single(Throwable cause, BatchProgress progress) {
    Throwable failure = HandlingFailed.failure(cause);
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

  /** Something that passes. It is held against the message only within the bound of its cause. */
  private BatchResult stopped(Throwable cause, Cause line, BatchProgress progress) {
    Throwable failure = HandlingFailed.failure(cause);
    Arrival one = progress.arrivals.get(0);
    for (Offer offer : receiver.offers(progress.arrivals)) {
      if (outage.isOwn(offer.identity(), line.bound())) {
        attempts.stop(offer, failure);
      } else if (progress.open) {
        attempts.excuse(offer.identity());
      } else if (one.message().origin().redelivered()) {
        attempts.suspect(List.of(offer), failure);
      }
    }
    return new BatchResult.TransientFault(failure);
  }

  /**
   * A message that is interrupted for the second time becomes a suspect and next runs alone, which
   * shows whether it is the cause.
   */
  private BatchResult interrupted(Throwable cause, Cause line, BatchProgress progress) {
    int messages = progress.arrivals.size();
    boolean contended = line.verdict() == Verdict.CONTENTION;
    List<Arrival> suspects =
        progress.arrivals.stream().filter(one -> isSuspect(one, cause, contended)).toList();
    attempts.suspect(receiver.offers(suspects), HandlingFailed.failure(cause));
    return contended
        ? new BatchResult.Contended(messages, cause)
        : new BatchResult.TransientFault(HandlingFailed.failure(cause));
  }

  private boolean isSuspect(Arrival one, Throwable cause, boolean contended) {
    return (cause instanceof HandlingFailed failed && !contended)
        ? receiver.identity(one.message()).filter(failed.identity()::equals).isPresent()
        : comesAgain(one);
  }

  /**
   * The message whose failure has been counted was the only one left: the others had committed
   * alone.
   */
  private BatchResult several(Throwable cause, BatchProgress progress) {
    int messages = progress.message.isPresent() ? 1 : progress.arrivals.size();
    if (!(cause instanceof HandlingFailed)) {
      attempts.suspect(receiver.offers(progress.arrivals), cause);
    }
    return new BatchResult.PermanentFault(
        messages, progress.message, HandlingFailed.failure(cause));
  }
}
