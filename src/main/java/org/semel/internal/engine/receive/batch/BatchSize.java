// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.semel.internal.engine.receive.policy.BatchLimit;

/**
 * The number of messages that share a transaction: as many as the policy allows, unless that has
 * gone wrong. The workers of a consumer learn together:
 *
 * <ul>
 *   <li>messages take time: no more are taken than fit into half of the transaction's;
 *   <li>a transaction that overran was too large: half as many are taken;
 *   <li>there was no memory for all of it: each message goes alone;
 *   <li>two that were in each other's way hold many locks each: from then on one worker at a time
 *       takes many, and the others take one message each. If a batch is in another transaction's
 *       way even so, each message goes alone.
 * </ul>
 *
 * Trouble is remembered. The size grows again, doubling, only after many messages without trouble,
 * and after so long that the time which the trouble cost is a small part of it; after each further
 * trouble both are longer. Safe for any thread.
 */
final class BatchSize {

  /** Messages until trouble is risked again; four times as many after each trouble. */
  static final int PATIENCE = 256;

  /** Time until trouble is risked again, in times of what it cost; likewise. */
  static final int PRICE = 4;

  private static final int MOST_TROUBLES = 4;

  /** The weight of what is new in the mean time of a message. */
  private static final double NEWS = 0.25;

  private final BatchLimit whole;
  private final long budget;
  private final LongSupplier clock;
  private final WorkerTurn turn;
  private int ceiling;
  private boolean inTurns;
  private int troubles;
  private long riskedAgain;
  private int calm;
  private double mean;

  /**
   * A size that has not learnt anything.
   *
   * @param whole what the policy allows
   * @param timeout of a transaction
   * @param clock in nanoseconds
   */
  BatchSize(BatchLimit whole, Duration timeout, LongSupplier clock) {
    this.whole = whole;
    this.budget = timeout.toNanos() / 2;
    this.clock = clock;
    this.turn = new WorkerTurn(timeout, clock);
    this.ceiling = whole.messages();
  }

  /** The limit of what the calling worker is to take next. */
  synchronized BatchLimit limit() {
    int messages = Math.min(ceiling, fitting());
    return whole.atMost(messages > 1 && inTurns && !(turn.isMine() || turn.take()) ? 1 : messages);
  }

  /** Whether only one worker at a time takes many. */
  synchronized boolean isInTurns() {
    return inTurns;
  }

  /** The caller has ended what it took, however that ended. */
  synchronized void left() {
    turn.leave();
  }

  /** A transaction over {@code messages} committed, having lasted for {@code took}. */
  synchronized void committed(int messages, Duration took) {
    measure(messages, took);
    calm += messages;
    if (troubles > 0
        && calm >= PATIENCE << (2 * troubles)
        && clock.getAsLong() - riskedAgain >= 0) {
      calm = 0;
      riskMore();
    }
  }

  private void riskMore() {
    if (ceiling < whole.messages()) {
      ceiling = Math.min(whole.messages(), ceiling * 2);
    } else if (inTurns) {
      inTurns = false;
    } else {
      troubles--;
    }
  }

  /**
   * A transaction over {@code messages} lasted longer than it may.
   *
   * @param begun those of them that had been begun by then; at least 1
   */
  synchronized void overran(int messages, int begun, Duration took) {
    measure(begun, took);
    int half = Math.max(1, Math.min(messages, begun) / 2);
    if (half < ceiling) {
      ceiling = half;
      trouble(took);
    }
  }

  /** A transaction over {@code messages} did not commit; it overran if it lasted for too long. */
  synchronized void failed(int messages, Duration took) {
    if (took.toNanos() / 2 >= budget) {
      overran(messages, messages, took);
    }
  }

  /**
   * A transaction over {@code messages} and another one were in each other's way. Batches that
   * several workers had begun before they took turns show nothing new.
   */
  synchronized void contended(int messages, Duration took) {
    if (messages > 1 && !inTurns) {
      inTurns = true;
      trouble(took);
    } else if (messages > 1 && turn.isMine()) {
      ceiling = 1;
      trouble(took);
    }
  }

  private void trouble(Duration took) {
    troubles = Math.min(troubles + 1, MOST_TROUBLES);
    calm = 0;
    riskedAgain = clock.getAsLong() + took.multipliedBy(PRICE << (2 * troubles)).toNanos();
  }

  private void measure(int messages, Duration took) {
    if (messages > 0) {
      double latest = (double) took.toNanos() / messages;
      mean = mean == 0 ? latest : mean + NEWS * (latest - mean);
    }
  }

  private int fitting() {
    return mean == 0 ? whole.messages() : (int) Math.max(1, Math.min(budget / mean, 1e6));
  }
}
