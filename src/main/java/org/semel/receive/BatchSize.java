// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import java.time.Duration;

/**
 * How many messages share a transaction: as many as the policy allows, unless that has gone wrong.
 * What the workers of a consumer have learnt together:
 *
 * <ul>
 *   <li>messages take time: no more are taken than fit into half of the transaction's;
 *   <li>a transaction that overran was too large: half as many are taken;
 *   <li>one that was in another's way, or had another in its way, goes alone.
 * </ul>
 *
 * What went wrong is remembered: the size grows again, doubling, only after many messages without
 * trouble, and after each further trouble after many more. Safe for any thread.
 */
final class BatchSize {

  /** Messages without trouble, after which twice as many are tried again. */
  static final int PATIENCE = 256;

  /** Trouble makes patience so many times as long. */
  private static final int LONGER = 4;

  private static final int LONGEST_PATIENCE = 1 << 18;

  /** The weight of what is new in the mean time of a message. */
  private static final double NEWS = 0.25;

  private final Portion whole;
  private final long budget;
  private int ceiling;
  private int patience = PATIENCE;
  private int calm;
  private double mean;

  /**
   * A size that has not learnt anything.
   *
   * @param whole what the policy allows
   * @param timeout of a transaction
   */
  BatchSize(Portion whole, Duration timeout) {
    this.whole = whole;
    this.budget = timeout.toNanos() / 2;
    this.ceiling = whole.messages();
  }

  /** What to take next. */
  synchronized Portion portion() {
    return whole.atMost(Math.min(ceiling, fitting()));
  }

  /** A transaction over {@code messages} committed, having lasted for {@code took}. */
  synchronized void committed(int messages, Duration took) {
    measure(messages, took);
    calm += messages;
    if (ceiling < whole.messages() && calm >= patience) {
      ceiling = Math.min(whole.messages(), ceiling * 2);
      calm = 0;
      if (ceiling == whole.messages()) {
        patience = PATIENCE;
      }
    }
  }

  /**
   * A transaction over {@code messages} lasted longer than it may.
   *
   * @param begun those of them that had been begun by then; at least 1
   */
  synchronized void overran(int messages, int begun, Duration took) {
    measure(begun, took);
    shrink(Math.max(1, Math.min(messages, begun) / 2));
  }

  /** A transaction over {@code messages} did not commit; it overran if it lasted for too long. */
  synchronized void failed(int messages, Duration took) {
    if (took.toNanos() / 2 >= budget) {
      overran(messages, messages, took);
    }
  }

  /** A transaction over {@code messages} and another one were in each other's way. */
  synchronized void contended(int messages) {
    if (messages > 1) {
      shrink(1);
    }
  }

  private void shrink(int to) {
    if (to < ceiling || ceiling == 1) {
      ceiling = Math.min(ceiling, to);
      patience = Math.min(patience * LONGER, LONGEST_PATIENCE);
    }
    calm = 0;
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
