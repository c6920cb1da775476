// SPDX-License-Identifier: Apache-2.0
package org.semel;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Through which every worker goes before each piece of work: open, closed (suspended) or shut for
 * good. Whoever closes it can wait until all who were inside have come out. Safe for any number of
 * threads.
 */
public final class Gate {

  private enum State {
    /** Workers may enter. */
    OPEN,
    /** Workers wait outside until it opens or shuts. */
    CLOSED,
    /** Workers go home; it never opens again. */
    SHUT
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private State state = State.OPEN;
  private int inside;

  /**
   * Waits until the gate is open and goes in.
   *
   * @return whether the caller is inside and must {@link #leave()}; if not, the gate is shut
   */
  public boolean enter() {
    return enter(() -> {});
  }

  /**
   * The same, for one who should let go of something before he waits.
   *
   * @param beforeWaiting run outside, by the caller's thread, only if the gate is closed; throws
   *     nothing
   */
  public boolean enter(Runnable beforeWaiting) {
    if (isClosed()) {
      beforeWaiting.run();
    }
    lock.lock();
    try {
      while (state == State.CLOSED) {
        changed.awaitUninterruptibly();
      }
      if (state == State.SHUT) {
        return false;
      }
      inside++;
      return true;
    } finally {
      lock.unlock();
    }
  }

  public void leave() {
    lock.lock();
    try {
      inside--;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits, outside, for as long as {@code pause}, or less if the gate is shut meanwhile. */
  public void pause(Duration pause) {
    await(pause, () -> state == State.SHUT);
  }

  public void open() {
    become(State.OPEN);
  }

  public void close() {
    become(State.CLOSED);
  }

  public void shut() {
    become(State.SHUT);
  }

  public boolean isShut() {
    return is(State.SHUT);
  }

  private boolean isClosed() {
    return is(State.CLOSED);
  }

  private boolean is(State that) {
    lock.lock();
    try {
      return state == that;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until nobody is inside.
   *
   * @return whether that came to pass within {@code patience}
   */
  public boolean drained(Duration patience) {
    return await(patience, () -> inside == 0);
  }

  private void become(State next) {
    lock.lock();
    try {
      if (state != State.SHUT) {
        state = next;
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private boolean await(Duration patience, BooleanSupplier condition) {
    long left = patience.toNanos();
    lock.lock();
    try {
      while (!condition.getAsBoolean() && left > 0) {
        left = changed.awaitNanos(left);
      }
      return condition.getAsBoolean();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return condition.getAsBoolean();
    } finally {
      lock.unlock();
    }
  }
}
