// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The turn to do what one worker at a time may do. A worker that hangs in it, as in a call without
 * a time-out, holds up no one: once a transaction's time is over, another may take the turn. The
 * caller synchronises.
 */
final class WorkerTurn {

  private final long time;
  private final LongSupplier clock;
  private Optional<Thread> holder = Optional.empty();
  private long since;

  /**
   * A turn that no worker has.
   *
   * @param time after which it is free again, whether it was ended or not
   * @param clock in nanoseconds
   */
  WorkerTurn(Duration time, LongSupplier clock) {
    this.time = time.toNanos();
    this.clock = clock;
  }

  /** Whether the caller has it now, as no one had it. */
  boolean take() {
    long now = clock.getAsLong();
    if (holder.isPresent() && now - since < time) {
      return false;
    }
    holder = Optional.of(Thread.currentThread());
    since = now;
    return true;
  }

  /** Whether the caller has taken it, and no one else since. */
  boolean isMine() {
    return holder.filter(thread -> thread == Thread.currentThread()).isPresent();
  }

  /** The caller ends it, if it is theirs. */
  void leave() {
    if (isMine()) {
      end();
    }
  }

  /** Ends the turn, whichever worker has it. */
  void end() {
    holder = Optional.empty();
  }
}
