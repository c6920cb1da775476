// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.semel.internal.desk.watch.metrics.Sample;
import org.semel.internal.desk.watch.metrics.SampleStore;

/** Samples that nobody has taken, and nobody is to take. */
final class UnreadSamples implements SampleStore {

  @Override
  public Instant now() {
    return Instant.EPOCH;
  }

  @Override
  public boolean isWritable() {
    return true;
  }

  @Override
  public OptionalLong take(long last, Duration life) {
    return OptionalLong.empty();
  }

  @Override
  public List<Sample> read() {
    return List.of();
  }
}
