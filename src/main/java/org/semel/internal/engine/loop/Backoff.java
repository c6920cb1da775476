// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.loop;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.semel.Code;
import org.semel.SemelException;

/**
 * The wait after the n-th failure in a row: doubling from {@code first} to {@code most}, spread by
 * up to half, so that workers that failed together do not retry together.
 *
 * @param first the wait after the first failure, before spreading; positive
 * @param most the longest wait; at least {@code first}
 * @see <a
 *     href="https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/">Exponential
 *     back-off and jitter</a>
 */
public record Backoff(Duration first, Duration most) {

  private static final int DOUBLINGS = 20;

  public Backoff {
    if (first.isNegative() || first.isZero() || most.compareTo(first) < 0) {
      throw new IllegalArgumentException(
          "a back-off from " + first + " to " + most + " makes no sense");
    }
  }

  /**
   * The wait after this many failures in a row.
   *
   * @param failures at least 1
   * @return between half of the nominal wait and the whole of it
   */
  public Duration after(int failures, RandomGenerator random) {
    long nominal = longest(failures).toMillis();
    return Duration.ofMillis(nominal / 2 + random.nextLong(nominal / 2 + 1));
  }

  /**
   * The same after a failure of which the cause is known: each refused login counts, and hurry
   * would only lock the user out.
   *
   * @param failures at least 1
   */
  public Duration after(int failures, Throwable cause, RandomGenerator random) {
    return SemelException.says(cause, Code.LOGIN_REFUSED) ? most : after(failures, random);
  }

  /**
   * The wait after this many failures of one of many, which must not retry together: full jitter.
   *
   * @param failures at least 1
   * @return between nothing and the nominal wait
   */
  public Duration anywhere(int failures, RandomGenerator random) {
    return Duration.ofMillis(random.nextLong(longest(failures).toMillis() + 1));
  }

  /**
   * The nominal wait after this many failures in a row, before spreading.
   *
   * @param failures at least 1
   */
  public Duration longest(int failures) {
    int doublings = Math.min(Math.max(failures, 1) - 1, DOUBLINGS);
    return Duration.ofMillis(Math.min(first.toMillis() << doublings, most.toMillis()));
  }
}
