// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.util.function.LongSupplier;
import org.semel.internal.engine.receive.policy.StoredPolicy;

/**
 * A bucket of tokens, one for each retry: filled by messages that are tried for the first time, and
 * a little by time. When most of what is tried fails, it runs dry, and retries wait instead of
 * becoming a storm. Safe for any thread.
 *
 * @see <a href="https://finagle.github.io/blog/2016/02/08/retry-budgets/">Retry budgets</a>
 */
public final class RetryBudget {

  private static final double MOST = 100;
  private static final double SECOND = 1e9;

  private final StoredPolicy.Budget budget;
  private final LongSupplier nanos;
  private double tokens;
  private long filledAt;

  /**
   * A bucket that holds what one second gives.
   *
   * @param nanos a clock that never goes back
   */
  public RetryBudget(StoredPolicy.Budget budget, LongSupplier nanos) {
    this.budget = budget;
    this.nanos = nanos;
    this.tokens = budget.perSecond();
    this.filledAt = nanos.getAsLong();
  }

  /**
   * Takes as many retries as there may be now, and no more than {@code most}: what one worker has
   * taken, no other has. Those that are not needed are given back.
   */
  synchronized int take(int most) {
    long now = nanos.getAsLong();
    put((now - filledAt) / SECOND * budget.perSecond());
    filledAt = now;
    int taken = Math.max(0, Math.min((int) tokens, most));
    tokens -= taken;
    return taken;
  }

  /** So many messages were tried for the first time. */
  synchronized void earned(int messages) {
    put(messages * budget.percent() / 100.0);
  }

  /** So many were taken, and there was nothing to try again. */
  synchronized void givenBack(int retries) {
    put(retries);
  }

  /**
   * Adds tokens, up to the bucket's size. A negative balance becomes zero: messages that failed
   * before and were given back are tried again without asking, and leave no debt.
   */
  private void put(double more) {
    tokens = Math.max(0, Math.min(Math.max(MOST, budget.perSecond()), tokens + more));
  }
}
