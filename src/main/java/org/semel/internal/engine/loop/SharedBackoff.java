// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.loop;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Paces threads that others drive, and that fail together: once one has failed, all wait before
 * they try again, the longer the more rounds of them have failed. Safe for any number of threads.
 */
public final class SharedBackoff {

  private final Backoff backoff;
  private final OutageListener listener;
  private final LongSupplier nanos;
  private final WakeUp over = new WakeUp();
  private int rounds;
  private long until;

  /**
   * No one has failed yet.
   *
   * @param listener hears each failure, with what is left of the wait, and once that it is over
   */
  public SharedBackoff(Backoff backoff, OutageListener listener) {
    this(backoff, listener, System::nanoTime);
  }

  /**
   * The same.
   *
   * @param nanos a clock that never runs backwards
   */
  SharedBackoff(Backoff backoff, OutageListener listener, LongSupplier nanos) {
    this.backoff = backoff;
    this.listener = listener;
    this.nanos = nanos;
  }

  /**
   * Waits while the last failure is too recent, and no longer than until another thread has
   * succeeded. An interrupt does not end the wait and is still set after it.
   */
  public void await() {
    long seen = over.signals();
    over.await(seen, left());
  }

  /** Notes that a thread that did not have to wait any longer has failed. */
  public void failed(Throwable cause) {
    listener.interrupted(cause, next(cause));
  }

  /** Whether one has failed, and none has succeeded since. */
  public synchronized boolean isFailing() {
    return rounds > 0;
  }

  /** One has succeeded: no one waits any longer. */
  public void succeeded() {
    if (end()) {
      over.signal();
      listener.resumed();
    }
  }

  /** Those that fail while the others wait already had begun before: they are of the same round. */
  private synchronized Duration next(Throwable cause) {
    if (left().isZero()) {
      rounds++;
      until =
          nanos.getAsLong() + backoff.after(rounds, cause, RandomGenerator.getDefault()).toNanos();
    }
    return left();
  }

  private synchronized Duration left() {
    return rounds == 0 ? Duration.ZERO : Duration.ofNanos(Math.max(0, until - nanos.getAsLong()));
  }

  private synchronized boolean end() {
    boolean failing = rounds > 0;
    rounds = 0;
    return failing;
  }
}
