// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

import java.time.Duration;
import java.util.Optional;
import org.semel.inbox.Failure;
import org.semel.message.ParkingReason;
import org.semel.ops.Shelf.Taken;
import org.semel.receive.HandlingFailed;
import org.semel.receive.Occasion;
import org.semel.receive.Receipt;
import org.semel.receive.Replayer.Replayed;
import org.semel.receive.RivalInFlight;
import org.semel.tx.Completion;
import org.semel.tx.Completion.During;
import org.semel.tx.Completion.RolledBack;
import org.semel.tx.Decision;
import org.semel.tx.Faults;

/**
 * Hands one stored message to its consumer again, in one transaction of the database: it is taken
 * off its shelf, goes through its consumer as if it had just come (claim, effect, intents), is
 * settled, and the audit is written. If the route fails, all of that is undone, and the failure is
 * noted in a transaction of its own. Of two operators who click at once one has the message; the
 * other is told so.
 */
final class Handover {

  private final Desk desk;
  private final Shelf shelf;
  private final Replaying replaying;
  private final Faults faults;

  Handover(Desk desk, Shelf shelf, Replaying replaying, Faults faults) {
    this.desk = desk;
    this.shelf = shelf;
    this.replaying = replaying;
    this.faults = faults;
  }

  /** Hands message {@code id} over. */
  Release hand(long id, Mandate by, Alongside alongside) {
    Optional<Stored> found = desk.look(() -> shelf.find(id));
    if (found.isEmpty()) {
      return new Release.Absent();
    }
    String consumer = found.get().consumer();
    Optional<Duration> timeout = replaying.timeout(consumer);
    if (timeout.isEmpty()) {
      return new Release.Elsewhere(consumer);
    }
    Completion<Release> completion =
        desk.transactions().inNew(timeout.get(), () -> attempt(id, by, alongside));
    return completion instanceof RolledBack<Release> rolledBack
        ? undone(rolledBack, failure -> note(id, found.get(), by, failure, alongside))
        : Desk.outcome(completion);
  }

  private Decision<Release> attempt(long id, Mandate by, Alongside alongside) {
    Taken taken = shelf.take(id);
    if (!(taken instanceof Taken.Ready ready)) {
      return Decision.discard(((Taken.Not) taken).answer());
    }
    Stored stored = ready.stored();
    Occasion occasion = replaying.occasion(shelf.act(), stored);
    if (replaying.forbids(stored.consumer(), occasion)) {
      return Decision.discard(new Release.Forbidden(stored.consumer()));
    }
    Replayed replayed = replaying.replay(stored, occasion);
    if (replayed.receipt() instanceof Receipt.Parked again) {
      return Decision.discard(
          new Release.Refused(
              again.parked().verdict().reason(), again.parked().verdict().detail()));
    }
    if (replayed.receipt() instanceof Receipt.Held) {
      return Decision.discard(
          new Release.Refused(ParkingReason.GAP, "versions before it have not taken effect yet"));
    }
    boolean absorbed =
        replayed.receipt() instanceof Receipt.Absorbed
            || replayed.receipt() instanceof Receipt.Ignored;
    Release outcome =
        absorbed ? new Release.Absorbed() : new Release.TookEffect(replayed.suppressed());
    shelf.settle(id);
    write(stored, by, absorbed ? "absorbed" : tookEffect(replayed.suppressed()));
    alongside.write(outcome);
    return Decision.commit(outcome);
  }

  private static String tookEffect(int suppressed) {
    return suppressed == 0 ? "took effect" : "took effect, without " + suppressed + " intents";
  }

  /** What rolled back was the route's failure, unless the database could not be had. */
  private Release undone(RolledBack<Release> rolledBack, Noting noting) {
    Throwable cause = rolledBack.cause();
    if (cause instanceof TurnLost lost) {
      throw lost;
    }
    if (rolledBack.during() == During.BEGIN || passes(cause)) {
      return new Release.Unavailable(cause);
    }
    return noting.note(
        Failure.of(cause instanceof HandlingFailed failed ? failed.failure() : cause));
  }

  private Release note(long id, Stored stored, Mandate by, Failure failure, Alongside alongside) {
    return desk.act(
        () -> {
          shelf.fail(id, failure);
          write(stored, by, "failed: " + failure.kind());
          Release outcome = new Release.Failed(failure.kind(), failure.detail());
          alongside.write(outcome);
          return Decision.commit(outcome);
        });
  }

  private boolean passes(Throwable cause) {
    return cause instanceof RivalInFlight || faults.ofAll(cause).passes();
  }

  private void write(Stored stored, Mandate by, String outcome) {
    desk.audit().write(new Entry(by, shelf.act(), stored.subject(), outcome));
  }

  @FunctionalInterface
  private interface Noting {
    Release note(Failure failure);
  }
}
