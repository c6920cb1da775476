// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import java.time.Duration;
import org.semel.internal.engine.loop.EventMethods;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.message.Identity;
import org.semel.message.Message;

/** Lets a test hear what consumers do, each event as a method of its name. */
public interface ReceiveListener extends Observer<ReceiveEvent> {

  @Override
  default void on(ReceiveEvent event) {
    EventMethods.call(ReceiveListener.class, this, event);
  }

  /** One that reports each call of a method as an event. */
  static ReceiveListener reportingTo(Observer<? super ReceiveEvent> observer) {
    return EventMethods.reporting(ReceiveListener.class, ReceiveEvent.class, observer);
  }

  /** Hears nothing. */
  ReceiveListener NONE = new ReceiveListener() {};

  default void done(ConsumerPolicy consumer, BatchResult.BatchCommitted done) {}

  default void keeps(ConsumerPolicy consumer, Message message) {}

  default void failed(ConsumerPolicy consumer, BatchResult.PermanentFault failed) {}

  default void overran(ConsumerPolicy consumer, BatchResult.Overran overran) {}

  default void contended(ConsumerPolicy consumer, BatchResult.Contended contended) {}

  default void interrupted(ConsumerPolicy consumer, Throwable cause, Duration pause) {}

  default void hindered(ConsumerPolicy consumer, Throwable cause, Duration pause) {
    interrupted(consumer, cause, pause);
  }

  default void unobserved(ConsumerPolicy consumer, Throwable defect) {}

  default void resumed(ConsumerPolicy consumer) {}

  default void inDoubt(ConsumerPolicy consumer, Throwable cause) {}

  default void reclaimed(ConsumerPolicy consumer, int leases) {}

  default void leaseLost(ConsumerPolicy consumer, Identity identity) {}

  default void refused(ConsumerPolicy consumer, Throwable refusal) {}

  default void started(ConsumerPolicy consumer) {}

  default void suspended(ConsumerPolicy consumer, ReceiveEvent.Stop stop) {}

  default void unsuspended(ConsumerPolicy consumer) {}

  default void stopped(ConsumerPolicy consumer, ReceiveEvent.Stop stop) {}
}
