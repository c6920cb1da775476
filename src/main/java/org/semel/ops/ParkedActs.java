// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.semel.inbox.Failure;
import org.semel.message.Reason;
import org.semel.ops.Cases.Hold;
import org.semel.ops.Cases.Hold.Held;
import org.semel.receive.HandlingFailed;
import org.semel.receive.Receipt;
import org.semel.receive.Replayer.Replayed;
import org.semel.receive.RivalInFlight;
import org.semel.tx.Completion;
import org.semel.tx.Completion.During;
import org.semel.tx.Completion.RolledBack;
import org.semel.tx.Decision;
import org.semel.tx.Faults;
import org.semel.tx.Faults.Opinion;

/**
 * Releasing and withdrawing parked messages.
 *
 * <p>A release is one transaction of the database: the case is taken, the claim that it keeps is
 * given back, the message goes through its consumer as if it had just come (claim, effect,
 * intents), the case is settled and the audit written. If the route fails, all of that is undone,
 * and the failure is noted in a transaction of its own. Of two operators who click at once one has
 * the case; the other is told so.
 */
public final class ParkedActs {

  private static final Set<Reason> WITHOUT_THEIR_BODY =
      EnumSet.of(Reason.TYPE_REFUSED, Reason.NOT_TEXT);

  private final Desk desk;
  private final Cases cases;
  private final Replaying replaying;
  private final Faults faults;

  ParkedActs(Desk desk, Cases cases, Replaying replaying, Faults faults) {
    this.desk = desk;
    this.cases = cases;
    this.replaying = replaying;
    this.faults = faults;
  }

  /**
   * Messages of a consumer that wait, the longest first.
   *
   * @param after only those of a higher number; 0 for all
   * @param most 1 or more
   */
  public List<Case> waiting(String consumer, long after, int most) {
    return desk.look(() -> cases.waiting(consumer, after, most));
  }

  /** Hands a parked message to its consumer again. */
  public Release release(long id, Mandate by) {
    Optional<Case> found = desk.look(() -> cases.find(id));
    if (found.isEmpty()) {
      return new Release.Absent();
    }
    String consumer = found.get().parked().consumer();
    if (replaying.forbidden(consumer)) {
      return new Release.Forbidden(consumer);
    }
    Optional<Duration> timeout = replaying.timeout(consumer);
    if (timeout.isEmpty()) {
      return new Release.Elsewhere(consumer);
    }
    Completion<Release> completion =
        desk.transactions().inNew(timeout.get(), () -> attempt(id, by));
    return completion instanceof RolledBack<Release> rolledBack
        ? undone(found.get(), by, rolledBack)
        : Desk.outcome(completion);
  }

  /** Decides that a parked message shall not take effect. */
  public Withdrawal withdraw(long id, Mandate by) {
    return desk.act(
        () -> {
          Hold hold = cases.hold(id);
          if (!(hold instanceof Held held)) {
            return Decision.discard(notWithdrawn(hold));
          }
          cases.settle(id, Case.State.WITHDRAWN);
          write(held.waiting(), by, Act.WITHDRAW, "withdrawn");
          return Decision.commit(new Withdrawal.Withdrawn());
        });
  }

  private Decision<Release> attempt(long id, Mandate by) {
    Hold hold = cases.hold(id);
    if (!(hold instanceof Held held)) {
      return Decision.discard(notReleased(hold));
    }
    Case waiting = held.waiting();
    Reason reason = waiting.parked().verdict().reason();
    if (WITHOUT_THEIR_BODY.contains(reason)) {
      return Decision.discard(
          new Release.Refused(reason, "what is kept is evidence, not the body that came"));
    }
    cases.freeClaim(id);
    Replayed replayed = replaying.replay(waiting.parked().consumer(), waiting.parked().message());
    if (replayed.receipt() instanceof Receipt.Parked again) {
      return Decision.discard(
          new Release.Refused(
              again.parked().verdict().reason(), again.parked().verdict().detail()));
    }
    boolean absorbed = replayed.receipt() instanceof Receipt.Absorbed;
    cases.settle(id, Case.State.RELEASED);
    write(waiting, by, Act.RELEASE, absorbed ? "absorbed" : tookEffect(replayed.suppressed()));
    return Decision.commit(
        absorbed ? new Release.Absorbed() : new Release.TookEffect(replayed.suppressed()));
  }

  private static String tookEffect(int suppressed) {
    return suppressed == 0 ? "took effect" : "took effect, without " + suppressed + " intents";
  }

  /** What rolled back was the route's failure, unless the database could not be had. */
  private Release undone(Case waiting, Mandate by, RolledBack<Release> rolledBack) {
    Throwable cause = rolledBack.cause();
    if (rolledBack.during() == During.BEGIN || passes(cause)) {
      return new Release.Unavailable(cause);
    }
    Throwable thrown = cause instanceof HandlingFailed failed ? failed.failure() : cause;
    Failure failure = Failure.of(thrown);
    return desk.act(
        () -> {
          cases.failed(waiting.id(), failure);
          write(waiting, by, Act.RELEASE, "failed: " + failure.kind());
          return Decision.commit(new Release.Failed(failure.kind(), failure.detail()));
        });
  }

  private boolean passes(Throwable cause) {
    return cause instanceof RivalInFlight || faults.ofAll(cause) == Opinion.TRANSIENT;
  }

  private void write(Case waiting, Mandate by, Act act, String outcome) {
    desk.audit().write(new Entry(by, act, waiting.subject(), outcome));
  }

  private static Release notReleased(Hold hold) {
    if (hold instanceof Hold.Settled settled) {
      return new Release.Settled(settled.state());
    }
    return hold instanceof Hold.InHand ? new Release.InHand() : new Release.Absent();
  }

  private static Withdrawal notWithdrawn(Hold hold) {
    if (hold instanceof Hold.Settled settled) {
      return new Withdrawal.Settled(settled.state());
    }
    return hold instanceof Hold.InHand ? new Withdrawal.InHand() : new Withdrawal.Absent();
  }
}
