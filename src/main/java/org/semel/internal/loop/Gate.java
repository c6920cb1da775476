// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.loop;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Every worker enters it before each step: open, closed (suspended) or shut for good. Who closes it
 * can wait until all workers have left. Safe for any number of threads.
 */
public final class Gate {

  private enum State {
    /** Workers may enter. */
    OPEN,
    /** Workers wait outside until it opens or shuts. */
    CLOSED,
    /** Workers end; it never opens again. */
    SHUT
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Set<Thread> interrupted = new HashSet<>();
  private State state = State.OPEN;
  private int inside;

  /**
   * Waits until the gate is open and enters. An interrupt of the caller's thread is set aside, as
   * work that begins interrupted fails for no reason of its own; it is given back when the gate is
   * shut and the thread ends.
   *
   * @return whether the caller is inside and must {@link #leave()}; if not, the gate is shut
   */
  public boolean enter() {
    return enter(() -> {});
  }

  /**
   * The same, for a worker that must release something before it waits.
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
        giveBackInterrupt();
        return false;
      }
      setInterruptAside();
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

  /**
   * Waits outside for {@code pause}, or less if the gate is shut meanwhile. An interrupt does not
   * end the wait and is still set after it: to end it, shut the gate.
   */
  public void pause(Duration pause) {
    long until = System.nanoTime() + pause.toNanos();
    boolean interrupt = false;
    lock.lock();
    try {
      long left = until - System.nanoTime();
      while (state != State.SHUT && left > 0) {
        try {
          left = changed.awaitNanos(left);
        } catch (InterruptedException e) {
          interrupt = true;
          left = until - System.nanoTime();
        }
      }
    } finally {
      lock.unlock();
      if (interrupt) {
        Thread.currentThread().interrupt();
      }
    }
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

  /** Whether workers may enter now. */
  public boolean isOpen() {
    return is(State.OPEN);
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
   * Waits until no worker is inside, or the caller is interrupted, which stays on its thread.
   *
   * @return whether none is, within {@code patience}
   */
  public boolean drained(Duration patience) {
    long left = patience.toNanos();
    lock.lock();
    try {
      while (inside > 0 && left > 0) {
        left = changed.awaitNanos(left);
      }
      return inside == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return inside == 0;
    } finally {
      lock.unlock();
    }
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

  private void setInterruptAside() {
    if (Thread.interrupted()) {
      interrupted.add(Thread.currentThread());
    }
  }

  private void giveBackInterrupt() {
    if (interrupted.remove(Thread.currentThread())) {
      Thread.currentThread().interrupt();
    }
  }
}
