// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

import java.time.Duration;
import org.semel.internal.engine.loop.EventMethods;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.loop.OutageListener;

/** Lets a test hear what retention does, each event as a method of its name. */
public interface RetentionListener extends Observer<RetentionEvent>, OutageListener {

  @Override
  default void on(RetentionEvent event) {
    EventMethods.call(RetentionListener.class, this, event);
  }

  /** One that reports each call of a method as an event. */
  static RetentionListener reportingTo(Observer<? super RetentionEvent> observer) {
    return EventMethods.reporting(RetentionListener.class, RetentionEvent.class, observer);
  }

  default void pending(PendingRule rule) {}

  default void swept(RetainedKind kept, long forgotten) {}

  @Override
  default void interrupted(Throwable cause, Duration pause) {}

  @Override
  default void resumed() {}
}
