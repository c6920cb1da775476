// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics;

import java.time.Duration;
import java.time.Instant;

/** The database's time, which passes when a test says so. */
public final class KnownTime {

  private final DatabaseTime time = new DatabaseTime(() -> nanos());
  private long nanos;

  /** It is this time. */
  public KnownTime(Instant now) {
    time.reads(now);
  }

  private long nanos() {
    return nanos;
  }

  public DatabaseTime database() {
    return time;
  }

  public void passes(Duration passed) {
    nanos += passed.toNanos();
  }
}
