// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.loop;

import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Every worker enters it before each step: open, closed (suspended) or shut for good. It is open
 * while no one has closed it. A caller that closes it can wait until all workers have left. Safe
 * for any number of threads.
 */
public final class Gate {

  /** The parties that close it, and open it for their own part. */
  public enum Closer {
    /** A caller that suspends the route. */
    ROUTE,
    /** An operator who pauses what the route belongs to. */
    OPERATOR,
    /** The server, while it is suspended. */
    SERVER
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Set<Thread> interrupted = new HashSet<>();
  private final Set<Closer> closers = EnumSet.noneOf(Closer.class);
  private boolean shut;
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
    boolean mayWait = false;
    lock.lock();
    try {
      while (!shut && !closers.isEmpty()) {
        if (mayWait) {
          changed.awaitUninterruptibly();
        } else {
          outside(beforeWaiting); // and then another look, as it may be open again
          mayWait = true;
        }
      }
      if (shut) {
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
      while (!shut && left > 0) {
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

  /** Workers may enter, unless another has closed it. */
  public void open(Closer who) {
    change(() -> closers.remove(who));
  }

  /** Workers wait outside until no one keeps it closed, or it shuts. */
  public void close(Closer who) {
    change(() -> closers.add(who));
  }

  /** Workers end; it never opens again. */
  public void shut() {
    change(() -> shut = true);
  }

  public boolean isShut() {
    return is(() -> shut);
  }

  /** Whether workers may enter now. */
  public boolean isOpen() {
    return is(() -> !shut && closers.isEmpty());
  }

  private void outside(Runnable act) {
    lock.unlock();
    try {
      act.run();
    } finally {
      lock.lock();
    }
  }

  private boolean is(BooleanSupplier so) {
    lock.lock();
    try {
      return so.getAsBoolean();
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

  private void change(Runnable act) {
    lock.lock();
    try {
      act.run();
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
