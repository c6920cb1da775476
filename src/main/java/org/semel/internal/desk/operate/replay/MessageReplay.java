// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.replay;

import java.time.Duration;
import java.util.Optional;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.desk.operate.act.PlanLeaseLost;
import org.semel.internal.desk.operate.replay.ReplaySource.MessageOwner;
import org.semel.internal.desk.operate.replay.ReplaySource.Taken;
import org.semel.internal.engine.receive.HandlingFailed;
import org.semel.internal.engine.receive.Occasion;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.Replayer.ConsumerClosed;
import org.semel.internal.engine.receive.Replayer.Replayed;
import org.semel.internal.engine.receive.RivalInFlight;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.During;
import org.semel.internal.engine.tx.Completion.RolledBack;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.ParkingReason;
import org.semel.operations.AuditEntry;
import org.semel.operations.OperatorContext;
import org.semel.operations.ReleaseResult;
import org.semel.operations.RowVersion;

/**
 * Hands one stored message to its consumer again, in one transaction of the database: it is taken
 * from its table, goes through its consumer as if it had just come (claim, effect, intents), is
 * settled, and the audit is written. If the route fails, all of that is undone, and the failure is
 * noted in a transaction of its own. Of two operators who act at once one succeeds; the other is
 * told.
 */
public final class MessageReplay {

  private final OperatorTransactions transactions;
  private final ReplaySource source;
  private final RuledReplay ruled;

  public MessageReplay(OperatorTransactions transactions, ReplaySource source, RuledReplay ruled) {
    this.transactions = transactions;
    this.source = source;
    this.ruled = ruled;
  }

  /**
   * Hands the message of this number to its consumer again.
   *
   * @param seen one that has changed since is not handed in
   * @param alongside is called in the transaction that settles the message, or notes its failure
   */
  public ReleaseResult replay(
      long id, RowVersion seen, OperatorContext by, InSameTransaction alongside) {
    Optional<MessageOwner> found = transactions.ask(() -> source.find(id));
    if (found.isEmpty()) {
      return new ReleaseResult.NotFound();
    }
    String consumer = found.get().consumer();
    Optional<Duration> timeout = ruled.timeout(consumer);
    if (timeout.isEmpty()) {
      return elsewhere(id, seen, consumer);
    }
    Completion<ReleaseResult> completion =
        transactions.inNew(timeout.get(), () -> attempt(id, seen, by, alongside));
    return completion
        .rolledBack()
        .map(
            failed ->
                undone(failed, failure -> note(id, found.get().subject(), by, failure, alongside)))
        .orElseGet(() -> OperatorTransactions.outcome(completion));
  }

  /** What cannot be handed in anywhere is answered as where its consumer runs. */
  private ReleaseResult elsewhere(long id, RowVersion seen, String consumer) {
    return transactions.ask(
        () ->
            source.take(id, seen) instanceof Taken.Not not
                ? not.answer()
                : new ReleaseResult.Elsewhere(consumer));
  }

  private Decision<ReleaseResult> attempt(
      long id, RowVersion seen, OperatorContext by, InSameTransaction alongside) {
    Taken taken = source.take(id, seen);
    if (!(taken instanceof Taken.Ready ready)) {
      return Decision.discard(((Taken.Not) taken).answer());
    }
    ReplayableMessage message = ready.message();
    Occasion occasion = ruled.occasion(message);
    if (ruled.forbids(message.consumer(), occasion)) {
      return Decision.discard(new ReleaseResult.Forbidden(message.consumer()));
    }
    Replayed replayed = ruled.replay(message, occasion);
    if (ruled.forbids(message, occasion, replayed.receipt())) {
      return Decision.discard(new ReleaseResult.Forbidden(message.consumer()));
    }
    Optional<ReleaseResult> refused = refusal(replayed.receipt()).or(() -> source.settle(id));
    if (refused.isPresent()) {
      return Decision.discard(refused.get());
    }
    ReleaseResult outcome = accepted(replayed);
    write(message.subject(), by, told(outcome));
    alongside.write(outcome);
    return Decision.commit(outcome);
  }

  private static ReleaseResult accepted(Replayed replayed) {
    Receipt receipt = replayed.receipt();
    if (receipt instanceof Receipt.Deferred deferred) {
      return new ReleaseResult.Stored(deferred.identity());
    }
    return receipt instanceof Receipt.Processed
        ? new ReleaseResult.TookEffect(replayed.suppressed())
        : new ReleaseResult.Absorbed();
  }

  /**
   * What {@link #replay} would come to, if no route failed. In the caller's transaction, which must
   * roll back.
   *
   * @throws RivalInFlight if another transaction holds the message's identity
   */
  public Forecast foresee(long id, RowVersion seen) {
    Taken taken = source.take(id, seen);
    if (!(taken instanceof Taken.Ready ready)) {
      return Forecast.of(((Taken.Not) taken).answer());
    }
    ReplayableMessage message = ready.message();
    Occasion occasion = ruled.occasion(message);
    if (ruled.forbids(message.consumer(), occasion)) {
      return Forecast.REFUSED;
    }
    Receipt receipt = ruled.foresee(message);
    return ruled.forbids(message, occasion, receipt) ? Forecast.REFUSED : Forecast.of(receipt);
  }

  private static Optional<ReleaseResult> refusal(Receipt receipt) {
    if (receipt instanceof Receipt.Parked again) {
      return Optional.of(
          new ReleaseResult.Refused(
              again.parked().verdict().reason(), again.parked().verdict().detail()));
    }
    return receipt instanceof Receipt.OutOfSequence
        ? Optional.of(
            new ReleaseResult.Refused(
                ParkingReason.GAP, "versions before it have not taken effect yet"))
        : Optional.empty();
  }

  /** As the audit has it. */
  private static String told(ReleaseResult accepted) {
    if (accepted instanceof ReleaseResult.TookEffect effect) {
      int suppressed = effect.suppressed();
      return suppressed == 0 ? "took effect" : "took effect, without " + suppressed + " intents";
    }
    return accepted instanceof ReleaseResult.Stored
        ? "stored, and has not taken effect yet"
        : "absorbed";
  }

  /** What rolled back was the route's failure, unless the database could not be had. */
  private ReleaseResult undone(RolledBack<ReleaseResult> rolledBack, Noting noting) {
    Throwable cause = rolledBack.cause();
    if (cause instanceof PlanLeaseLost lost) {
      throw lost;
    }
    if (cause instanceof ConsumerClosed stopped) { // between the look at it and its turn
      return new ReleaseResult.Elsewhere(stopped.consumer());
    }
    if (rolledBack.during() == During.BEGIN || isTransient(cause)) {
      return new ReleaseResult.Unavailable(cause);
    }
    return noting.note(
        Failure.of(cause instanceof HandlingFailed failed ? failed.failure() : cause));
  }

  private ReleaseResult note(
      long id,
      AuditEntry.Subject subject,
      OperatorContext by,
      Failure failure,
      InSameTransaction alongside) {
    return transactions.act(
        () -> {
          source.fail(id, failure);
          write(subject, by, "failed: " + failure.kind());
          ReleaseResult outcome = new ReleaseResult.Failed(failure.kind(), failure.detail());
          alongside.write(outcome);
          return Decision.commit(outcome);
        });
  }

  private boolean isTransient(Throwable cause) {
    return cause instanceof RivalInFlight || transactions.isTransient(cause);
  }

  private void write(AuditEntry.Subject subject, OperatorContext by, String outcome) {
    transactions.write(new AuditEntry(by, source.act(), subject, outcome));
  }

  @FunctionalInterface
  private interface Noting {
    ReleaseResult note(Failure failure);
  }
}
