// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.util.function.LongSupplier;
import org.semel.internal.engine.send.relay.DestinationPolicy.Breaker;

/**
 * The questions that a destination's provider is asked. Once so many in a row had no answer, one is
 * asked each time an open circuit would try one, until one is answered. An answer to a delivery
 * says nothing of them: the query route may go another way. For one thread at a time.
 */
final class Questions {

  private final Breaker breaker;
  private final LongSupplier clock;
  private int unanswered;
  private long nextAt;

  Questions(Breaker breaker, LongSupplier clock) {
    this.breaker = breaker;
    this.clock = clock;
  }

  /** Whether one may be asked now; while questions wait, no other for a while. */
  boolean admit() {
    if (!areWaiting()) {
      return true;
    }
    boolean due = clock.getAsLong() - nextAt >= 0;
    if (due) {
      postpone();
    }
    return due;
  }

  /** One had no answer; whether the others wait from now on. */
  boolean missed() {
    boolean waited = areWaiting();
    unanswered = Math.min(unanswered + 1, Integer.MAX_VALUE - 1);
    boolean begins = areWaiting() && !waited;
    if (begins) {
      postpone();
    }
    return begins;
  }

  /** One was answered; whether others waited for that. */
  boolean answered() {
    boolean waited = areWaiting();
    unanswered = 0;
    return waited;
  }

  /** Whether so many had no answer that the others wait. */
  boolean areWaiting() {
    return breaker.failures() > 0 && unanswered >= breaker.failures();
  }

  /** How many had no answer in a row. */
  int unanswered() {
    return unanswered;
  }

  private void postpone() {
    nextAt = clock.getAsLong() + breaker.open().toNanos();
  }
}
