// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.Receiver;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;

/** A message that was delivered very often may end its server: that it began is noted before. */
final class DeliveryWatch {

  /** A message that came after so many deliveries, of those that park it, is handled alone. */
  private static final int PART_OF_DELIVERIES = 4;

  private final int deliveries;
  private final Receiver receiver;
  private final AttemptRecorder attempts;

  DeliveryWatch(ConsumerPolicy policy, Receiver receiver, AttemptRecorder attempts) {
    int part = policy.attemptLimits().deliveries() / PART_OF_DELIVERIES;
    this.deliveries = Math.max(1, part); // a first delivery is never looked up again
    this.receiver = receiver;
    this.attempts = attempts;
  }

  boolean isWatched(Arrival arrival) {
    return arrival.message().origin().deliveries() > deliveries;
  }

  /** Notes that the only message of {@code progress} begins, if it is one of these. */
  void open(BatchProgress progress) {
    Arrival one = progress.arrivals.get(0);
    if (isWatched(one)) {
      progress.open = true;
      receiver.offer(one.message()).ifPresent(attempts::open);
    }
  }
}
