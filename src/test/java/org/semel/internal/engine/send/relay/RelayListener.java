// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.time.Duration;
import org.semel.internal.engine.loop.EventMethods;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.SettledLease;

/** Lets a test hear what relays do, each event as a method of its name. */
public interface RelayListener extends Observer<RelayEvent> {

  @Override
  default void on(RelayEvent event) {
    EventMethods.call(RelayListener.class, this, event);
  }

  /** One that reports each call of a method as an event. */
  static RelayListener reportingTo(Observer<? super RelayEvent> observer) {
    return EventMethods.reporting(RelayListener.class, RelayEvent.class, observer);
  }

  /** Hears nothing. */
  RelayListener NONE = new RelayListener() {};

  default void begins(Destination destination) {}

  default void settled(Destination destination, SettledLease settled) {}

  default void leaseLost(Destination destination, SettledLease settled) {}

  default void interrupted(Destination destination, Throwable cause, Duration pause) {}

  default void circuitOpened(Destination destination, int failures, Duration open) {}

  default void circuitClosed(Destination destination) {}

  default void questionsUnanswered(Destination destination, int unanswered, Duration open) {}

  default void questionsAnswered(Destination destination) {}

  default void destinationPaused(Destination destination, String why, Duration probes) {}

  default void destinationResumed(Destination destination) {}

  default void givenUp(Destination destination, Intent intent, Duration after) {}

  default void exhausted(Destination destination, int hanging) {}

  default void relieved(Destination destination) {}

  default void resumed(Destination destination) {}

  default void differs(Intent intent) {}
}
