// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.session;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lets no one receive outside the session's branch. A transaction manager ends a transaction that
 * takes too long from a thread of its own, while the thread of the transaction goes on. The broker
 * takes a message that an XA session receives without a branch as acknowledged: it is lost. A
 * resource adapter keeps its sessions from it by a lock and a look at the transaction; a session of
 * our own needs the same.
 */
final class BranchGate {

  /** A call that receives; null if there is no message. */
  @FunctionalInterface
  interface Reception {
    @Nullable Message receive() throws JMSException;
  }

  /**
   * The longest wait for a receipt under way. Clients give up a call after thirty seconds; one that
   * hangs for longer must not hold up the transaction manager, which ends the transactions of all.
   */
  private static final Duration LONGEST = Duration.ofSeconds(45);

  /** Fair, as a thread that receives message after message would have it again at once. */
  private final ReentrantLock receiving = new ReentrantLock(true);

  private volatile boolean open;

  /** The branch has begun. */
  void open() {
    open = true;
  }

  /** The branch is about to end; returns once no one is receiving. */
  void shut() {
    open = false;
    if (locked()) {
      receiving.unlock();
    }
  }

  /**
   * False after the longest time; a transaction manager that interrupts this has to wait as well.
   */
  private boolean locked() {
    long until = System.nanoTime() + LONGEST.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return receiving.tryLock(until - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Receives within the branch.
   *
   * @throws JMSException also if the branch has ended; then nothing has been received
   */
  @Nullable Message receive(Reception reception) throws JMSException {
    receiving.lock();
    try {
      if (!open) {
        throw new jakarta.jms.IllegalStateException(
            "The transaction has ended meanwhile; nothing is received outside it.");
      }
      return reception.receive();
    } finally {
      receiving.unlock();
    }
  }
}
