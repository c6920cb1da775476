// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import java.time.Duration;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.message.Identity;
import org.semel.message.Message;

/**
 * Hears what consumers do; for log lines, counters and tests. Called on the worker's thread,
 * outside any transaction. What a listener throws is ignored by the worker and must therefore not
 * happen.
 */
public interface ReceiveListener {

  /** Hears nothing. */
  ReceiveListener NONE = new ReceiveListener() {};

  /** A transaction has committed. */
  default void done(ConsumerPolicy consumer, BatchResult.BatchCommitted done) {}

  /**
   * A message comes again and again though its receipt has committed: its queue keeps it. At most
   * once while the node runs.
   */
  default void keeps(ConsumerPolicy consumer, Message message) {}

  /** A transaction was rolled back for a reason that stays; its messages come again. */
  default void failed(ConsumerPolicy consumer, BatchResult.PermanentFault failed) {}

  /** A transaction of several messages took longer than it may; they come again, fewer at once. */
  default void overran(ConsumerPolicy consumer, BatchResult.Overran overran) {}

  /** A transaction and another one were in each other's way; its messages come again. */
  default void contended(ConsumerPolicy consumer, BatchResult.Contended contended) {}

  /** A fault that passes stopped the worker, which tries again after {@code pause}. */
  default void interrupted(ConsumerPolicy consumer, Throwable cause, Duration pause) {}

  /** The same, but others took effect meanwhile: the consumer receives, and nothing is away. */
  default void hindered(ConsumerPolicy consumer, Throwable cause, Duration pause) {
    interrupted(consumer, cause, pause);
  }

  /** The first transaction after an interruption has gone well. */
  default void resumed(ConsumerPolicy consumer) {}

  /** A transaction's outcome is unknown. */
  default void inDoubt(ConsumerPolicy consumer, Throwable cause) {}

  /** So many stored messages were leased whose former lease had run out. */
  default void reclaimed(ConsumerPolicy consumer, int leases) {}

  /** A stored message was taken over by another worker; what this one did is rolled back. */
  default void leaseLost(ConsumerPolicy consumer, Identity identity) {}

  /** The start-up proof has refused the consumer after it had waited for its broker or database. */
  default void refused(ConsumerPolicy consumer, Throwable refusal) {}

  /** The consumer has proven its transactions and receives. */
  default void started(ConsumerPolicy consumer) {}

  /** The consumer's route is suspended; it begins nothing more until it is not. */
  default void suspended(ConsumerPolicy consumer) {}

  /** The consumer's route is suspended no longer. */
  default void unsuspended(ConsumerPolicy consumer) {}

  /** The consumer has stopped; with work still running if it did not drain in time. */
  default void stopped(ConsumerPolicy consumer, Stop stop) {}

  /** The way in which a consumer stopped. */
  enum Stop {
    /** No work was left. */
    DRAINED,
    /** A worker was still busy when patience ended; its transaction ends by itself. */
    STILL_BUSY
  }
}
