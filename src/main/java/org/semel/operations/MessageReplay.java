// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Duration;
import java.util.Optional;
import org.semel.internal.claim.Failure;
import org.semel.internal.receive.HandlingFailed;
import org.semel.internal.receive.Occasion;
import org.semel.internal.receive.Receipt;
import org.semel.internal.receive.Replayer.Replayed;
import org.semel.internal.receive.RivalInFlight;
import org.semel.internal.tx.Completion;
import org.semel.internal.tx.Completion.During;
import org.semel.internal.tx.Completion.RolledBack;
import org.semel.internal.tx.Decision;
import org.semel.internal.tx.Faults;
import org.semel.message.ParkingReason;
import org.semel.operations.ReplaySource.Taken;

/**
 * Hands one stored message to its consumer again, in one transaction of the database: it is taken
 * off its shelf, goes through its consumer as if it had just come (claim, effect, intents), is
 * settled, and the audit is written. If the route fails, all of that is undone, and the failure is
 * noted in a transaction of its own. Of two operators who click at once one has the message; the
 * other is told so.
 */
final class MessageReplay {

  private final OperatorTransactions desk;
  private final ReplaySource shelf;
  private final RuledReplay replaying;
  private final Faults faults;

  MessageReplay(
      OperatorTransactions desk, ReplaySource shelf, RuledReplay replaying, Faults faults) {
    this.desk = desk;
    this.shelf = shelf;
    this.replaying = replaying;
    this.faults = faults;
  }

  /** Hands message {@code id} over. */
  ReleaseResult hand(long id, OperatorContext by, InSameTransaction alongside) {
    Optional<ReplayableMessage> found = desk.look(() -> shelf.find(id));
    if (found.isEmpty()) {
      return new ReleaseResult.Absent();
    }
    String consumer = found.get().consumer();
    Optional<Duration> timeout = replaying.timeout(consumer);
    if (timeout.isEmpty()) {
      return new ReleaseResult.Elsewhere(consumer);
    }
    Completion<ReleaseResult> completion =
        desk.transactions().inNew(timeout.get(), () -> attempt(id, by, alongside));
    return completion instanceof RolledBack<ReleaseResult> rolledBack
        ? undone(rolledBack, failure -> note(id, found.get(), by, failure, alongside))
        : OperatorTransactions.outcome(completion);
  }

  private Decision<ReleaseResult> attempt(
      long id, OperatorContext by, InSameTransaction alongside) {
    Taken taken = shelf.take(id);
    if (!(taken instanceof Taken.Ready ready)) {
      return Decision.discard(((Taken.Not) taken).answer());
    }
    ReplayableMessage stored = ready.stored();
    Occasion occasion = replaying.occasion(shelf.act(), stored);
    if (replaying.forbids(stored.consumer(), occasion)) {
      return Decision.discard(new ReleaseResult.Forbidden(stored.consumer()));
    }
    Replayed replayed = replaying.replay(stored, occasion);
    Optional<ReleaseResult> refused = refusal(replayed.receipt());
    if (refused.isPresent()) {
      return Decision.discard(refused.get());
    }
    boolean absorbed =
        replayed.receipt() instanceof Receipt.Absorbed
            || replayed.receipt() instanceof Receipt.Ignored;
    ReleaseResult outcome =
        absorbed
            ? new ReleaseResult.Absorbed()
            : new ReleaseResult.TookEffect(replayed.suppressed());
    shelf.settle(id);
    write(stored, by, absorbed ? "absorbed" : tookEffect(replayed.suppressed()));
    alongside.write(outcome);
    return Decision.commit(outcome);
  }

  private static Optional<ReleaseResult> refusal(Receipt receipt) {
    if (receipt instanceof Receipt.Parked again) {
      return Optional.of(
          new ReleaseResult.Refused(
              again.parked().verdict().reason(), again.parked().verdict().detail()));
    }
    return receipt instanceof Receipt.Held
        ? Optional.of(
            new ReleaseResult.Refused(
                ParkingReason.GAP, "versions before it have not taken effect yet"))
        : Optional.empty();
  }

  private static String tookEffect(int suppressed) {
    return suppressed == 0 ? "took effect" : "took effect, without " + suppressed + " intents";
  }

  /** What rolled back was the route's failure, unless the database could not be had. */
  private ReleaseResult undone(RolledBack<ReleaseResult> rolledBack, Noting noting) {
    Throwable cause = rolledBack.cause();
    if (cause instanceof PlanLeaseLost lost) {
      throw lost;
    }
    if (rolledBack.during() == During.BEGIN || passes(cause)) {
      return new ReleaseResult.Unavailable(cause);
    }
    return noting.note(
        Failure.of(cause instanceof HandlingFailed failed ? failed.failure() : cause));
  }

  private ReleaseResult note(
      long id,
      ReplayableMessage stored,
      OperatorContext by,
      Failure failure,
      InSameTransaction alongside) {
    return desk.act(
        () -> {
          shelf.fail(id, failure);
          write(stored, by, "failed: " + failure.kind());
          ReleaseResult outcome = new ReleaseResult.Failed(failure.kind(), failure.detail());
          alongside.write(outcome);
          return Decision.commit(outcome);
        });
  }

  private boolean passes(Throwable cause) {
    return cause instanceof RivalInFlight || faults.ofAll(cause).passes();
  }

  private void write(ReplayableMessage stored, OperatorContext by, String outcome) {
    desk.audit().write(new AuditEntry(by, shelf.act(), stored.subject(), outcome));
  }

  @FunctionalInterface
  private interface Noting {
    ReleaseResult note(Failure failure);
  }
}
