// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.semel.internal.engine.tx.Cause;
import org.semel.internal.engine.tx.Faults;

/**
 * The time for which the database has not answered, as far as statements of Semel's own show it.
 * While it answers, that costs a look at one field. Safe for any thread.
 */
final class Silence {

  private static final Faults FAULTS = Faults.firstOf(List.of(SqlFaults.atWork(), new SqlFaults()));

  /**
   * The causes that mean that no statement was answered. Here {@code UNFIT} is a login that was
   * refused.
   */
  private static final Set<Cause> UNANSWERED = EnumSet.of(Cause.AWAY, Cause.UNREACHED, Cause.UNFIT);

  /** The time for which a failed try stands for all. */
  private static final long PACE = Duration.ofSeconds(2).toNanos();

  /** The time for which a try under way does: a pool may let it wait. */
  private static final long LONGEST = Duration.ofSeconds(30).toNanos();

  private final LongSupplier nanos;
  private final AtomicLong next = new AtomicLong();
  private volatile @Nullable Long since;

  /**
   * It answers.
   *
   * @param nanos a clock that never runs backwards
   */
  Silence(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** A statement was answered. */
  void answered() {
    if (since != null) {
      since = null;
    }
  }

  /** A statement failed, or there was no connection for one. */
  void failed(SQLException fault) {
    if (UNANSWERED.contains(FAULTS.ofAll(fault))) {
      long now = nanos.getAsLong();
      next.set(now + PACE);
      if (since == null) {
        since = now;
      }
    }
  }

  /**
   * Whether to ask: it answers, or no one tries now and no one has for a moment. The caller that
   * gets a yes tries.
   */
  boolean isWorthAsking() {
    long now = nanos.getAsLong();
    long due = next.get();
    return since == null || (now - due >= 0 && next.compareAndSet(due, now + LONGEST));
  }

  /** The time for which it has not answered until now; empty while it answers. */
  Optional<Duration> lasts() {
    return Optional.ofNullable(since).map(from -> Duration.ofNanos(nanos.getAsLong() - from));
  }
}
