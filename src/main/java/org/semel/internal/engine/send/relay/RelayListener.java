// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.time.Duration;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.SettledLease;

/**
 * Hears what relays do; for log lines, counters and tests. Called on the relay's threads, outside
 * any transaction, and must not throw.
 */
public interface RelayListener {

  /** Hears nothing. */
  RelayListener NONE = new RelayListener() {};

  /**
   * A relay begins, or begins anew: nothing is open, paused, away or hanging, whatever was reported
   * of the one before.
   */
  default void begins(Destination destination) {}

  /** An intent has been settled, and the settlement has committed. */
  default void settled(Destination destination, SettledLease settled) {}

  /**
   * A lease had run out, and another relay or a person took the intent; our settlement is ignored.
   */
  default void leaseLost(Destination destination, SettledLease settled) {}

  /**
   * The database cannot be reached; the relay tries again after {@code pause}. Or a defect ended
   * one attempt, or a call of this listener; the relay goes on at once.
   */
  default void interrupted(Destination destination, Throwable cause, Duration pause) {}

  /**
   * The provider failed so often in a row that nothing is sent to it for a while; no attempt is
   * counted meanwhile. Told once, until it is closed.
   */
  default void circuitOpened(Destination destination, int failures, Duration open) {}

  /** The provider answers again. */
  default void circuitClosed(Destination destination) {}

  /**
   * So many questions in a row had no answer that the intents in doubt wait, and one is asked for
   * each time {@code open} is over; no attempt is counted meanwhile. Others are sent. Told once,
   * until one is answered.
   */
  default void questionsUnanswered(Destination destination, int unanswered, Duration open) {}

  /** All intents in doubt are asked for again. */
  default void questionsAnswered(Destination destination) {}

  /**
   * The provider denies access to all intents, so that only one is sent each time {@code probes} is
   * over; no attempt is counted meanwhile. Told once, until it is over.
   */
  default void destinationPaused(Destination destination, String why, Duration probes) {}

  /** The provider grants access again. */
  default void destinationResumed(Destination destination) {}

  /**
   * A delivery took so long that it is given up; its outcome is unknown. One that was not sent in
   * that time is told as {@link #interrupted}.
   */
  default void givenUp(Destination destination, Intent intent, Duration after) {}

  /**
   * Twice as many deliveries that were given up still hang as may be in flight: nothing is begun
   * until fewer do. Told once, until then.
   */
  default void exhausted(Destination destination, int hanging) {}

  /** A delivery that hung has returned; others are begun again. */
  default void relieved(Destination destination) {}

  /** The database is back. */
  default void resumed(Destination destination) {}
}
