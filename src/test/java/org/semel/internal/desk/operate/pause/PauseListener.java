// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.pause;

import java.time.Duration;
import org.semel.internal.engine.loop.EventMethods;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.loop.OutageListener;
import org.semel.operations.PauseActs.Pause;
import org.semel.operations.PauseActs.Target;

/** Lets a test hear what is paused, each event as a method of its name. */
public interface PauseListener extends Observer<PauseEvent>, OutageListener {

  @Override
  default void on(PauseEvent event) {
    EventMethods.call(PauseListener.class, this, event);
  }

  /** One that reports each call of a method as an event. */
  static PauseListener reportingTo(Observer<? super PauseEvent> observer) {
    return EventMethods.reporting(PauseListener.class, PauseEvent.class, observer);
  }

  default void paused(Pause pause) {}

  default void unpaused(Target target) {}

  default void ended(Target target) {}

  default void serverSuspended() {}

  default void serverResumed() {}

  @Override
  default void interrupted(Throwable cause, Duration pause) {}

  @Override
  default void resumed() {}
}
