// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.time.Duration;
import java.util.Optional;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.SettledLease;

/** The events of relays, and of the intents that they find. Reported outside any transaction. */
public sealed interface RelayEvent {

  /** Whose event it is. */
  Destination destination();

  /** The one intent that it is about, if it is about one. */
  default Optional<Intent> about() {
    return Optional.empty();
  }

  /** An observer met {@code defect} when it heard {@code event}. */
  static Optional<RelayEvent> defect(RelayEvent event, Throwable defect) {
    if (event instanceof Interrupted told) { // there is no other observer
      if (!defect.equals(told.cause())) {
        told.cause().addSuppressed(defect);
      }
      return Optional.empty();
    }
    return Optional.of(new Interrupted(event.destination(), defect, Duration.ZERO));
  }

  /**
   * A relay begins, or begins anew: nothing is open, paused, away or hanging, whatever was reported
   * of the one before.
   */
  record Begins(Destination destination) implements RelayEvent {}

  /** An intent has been settled, and the settlement has committed. */
  record Settled(Destination destination, SettledLease settled) implements RelayEvent {
    @Override
    public Optional<Intent> about() {
      return Optional.of(settled.lease().intent());
    }
  }

  /**
   * A lease had run out, and another relay or a person took the intent; our settlement is ignored.
   */
  record LeaseLost(Destination destination, SettledLease settled) implements RelayEvent {
    @Override
    public Optional<Intent> about() {
      return Optional.of(settled.lease().intent());
    }
  }

  /**
   * The database cannot be reached; the relay tries again after {@code pause}. Or a defect ended
   * one attempt, or an observer; the relay goes on at once.
   */
  record Interrupted(Destination destination, Throwable cause, Duration pause)
      implements RelayEvent {}

  /** The database is back. */
  record Resumed(Destination destination) implements RelayEvent {}

  /**
   * The provider failed so often in a row that nothing is sent to it for a while; no attempt is
   * counted meanwhile. Told once, until it is closed.
   */
  record CircuitOpened(Destination destination, int failures, Duration open)
      implements RelayEvent {}

  /** The provider answers again. */
  record CircuitClosed(Destination destination) implements RelayEvent {}

  /**
   * So many questions in a row had no answer that the intents in doubt wait, and one is asked for
   * each time {@code open} is over; no attempt is counted meanwhile. Others are sent. Told once,
   * until one is answered.
   */
  record QuestionsUnanswered(Destination destination, int unanswered, Duration open)
      implements RelayEvent {}

  /** All intents in doubt are asked for again. */
  record QuestionsAnswered(Destination destination) implements RelayEvent {}

  /**
   * The provider denies access to all intents, so that only one is sent each time {@code probes} is
   * over; no attempt is counted meanwhile. Told once, until it is over.
   */
  record DestinationPaused(Destination destination, String why, Duration probes)
      implements RelayEvent {}

  /** The provider grants access again. */
  record DestinationResumed(Destination destination) implements RelayEvent {}

  /**
   * A delivery took so long that it is given up; its outcome is unknown. One that was not sent in
   * that time is reported as {@link Interrupted}.
   */
  record GivenUp(Destination destination, Intent intent, Duration after) implements RelayEvent {
    @Override
    public Optional<Intent> about() {
      return Optional.of(intent);
    }
  }

  /**
   * Twice as many deliveries that were given up still hang as may be in flight: nothing is begun
   * until fewer do. Told once, until then.
   */
  record Exhausted(Destination destination, int hanging) implements RelayEvent {}

  /** A delivery that hung has returned; others are begun again. */
  record Relieved(Destination destination) implements RelayEvent {}

  /** An intent was recorded already, and would have other bytes or headers now. */
  record Differs(Intent intent) implements RelayEvent {
    @Override
    public Destination destination() {
      return intent.address().destination();
    }

    @Override
    public Optional<Intent> about() {
      return Optional.of(intent);
    }
  }
}
