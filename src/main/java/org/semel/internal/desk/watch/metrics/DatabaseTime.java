// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The time by the database's clock, as it was read last, and what has passed since by a clock of
 * this node that does not jump. No one asks the server what time it is. Safe for any thread.
 */
public final class DatabaseTime {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final LongSupplier nanos;
  private volatile @Nullable Reading latest;

  private record Reading(Instant time, long nanos) {}

  /**
   * Nothing was read yet.
   *
   * @param nanos a clock that never runs backwards
   */
  public DatabaseTime(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** The database's clock shows this now. */
  void reads(Instant time) {
    latest = new Reading(time, nanos.getAsLong());
  }

  /** The time; empty if it was never read. */
  public Optional<Instant> now() {
    return Optional.ofNullable(latest)
        .map(read -> read.time().plusNanos(nanos.getAsLong() - read.nanos()));
  }

  /** The same in milliseconds since 1970, for those who ask for each message. */
  public OptionalLong millis() {
    Reading read = latest;
    return read == null
        ? OptionalLong.empty()
        : OptionalLong.of(
            read.time().toEpochMilli() + (nanos.getAsLong() - read.nanos()) / NANOS_PER_MILLI);
  }

  /** The time when so much less had passed; empty if it was never read. */
  public Optional<Instant> ago(Duration since) {
    return now().map(time -> time.minus(since));
  }
}
