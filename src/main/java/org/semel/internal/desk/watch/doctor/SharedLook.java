// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks once for all who ask at the same time or a moment later. A look that fails is shared with
 * no one. Safe for any thread.
 */
final class SharedLook<T> {

  /** Less than the transaction lasts in which the doctor asks. */
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  private final Supplier<T> look;
  private final Duration life;
  private final LongSupplier nanos;
  private final ReentrantLock looking = new ReentrantLock();
  private @Nullable LookResult<T> latest;

  private record LookResult<T>(T what, long at) {}

  /**
   * A look that has not been taken yet.
   *
   * @param look expensive
   * @param life the greatest age of a result
   * @param nanos a clock that never runs backwards
   */
  SharedLook(Supplier<T> look, Duration life, LongSupplier nanos) {
    this.look = look;
    this.life = life;
    this.nanos = nanos;
  }

  /**
   * The result of a look that is no older than {@code life}.
   *
   * @throws IllegalStateException if another caller's look takes too long
   */
  T seen() {
    if (!isMine()) {
      throw new IllegalStateException("somebody else has been looking at it for a while");
    }
    try {
      LookResult<T> known = latest;
      if (known == null || nanos.getAsLong() - known.at() >= life.toNanos()) {
        known = new LookResult<>(look.get(), nanos.getAsLong());
        latest = known;
      }
      return known.what();
    } finally {
      looking.unlock();
    }
  }

  private boolean isMine() {
    try {
      return looking.tryLock(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
