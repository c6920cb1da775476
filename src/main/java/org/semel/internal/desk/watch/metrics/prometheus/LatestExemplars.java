// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics.prometheus;

import io.prometheus.metrics.model.snapshots.Exemplar;
import io.prometheus.metrics.model.snapshots.Exemplars;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.semel.internal.desk.watch.metrics.CurrentTrace;
import org.semel.internal.desk.watch.metrics.DatabaseTime;
import org.semel.message.TraceParent;

/**
 * For each bucket of one histogram the latest value that was measured in a trace, and which trace.
 * It is replaced once it is a second old, so that it costs the same however many values there are.
 * The client has samplers of its own, which need a thread that would outlive the application, and
 * mark the spans. Safe for any thread.
 *
 * @see <a
 *     href="https://github.com/prometheus/OpenMetrics/blob/v1.0.0/specification/OpenMetrics.md#exemplars">OpenMetrics,
 *     exemplars</a>
 */
final class LatestExemplars {

  private static final long LEAST_MILLIS = 1_000;

  private final double[] bounds;
  private final DatabaseTime time;
  private final AtomicReferenceArray<@Nullable Exemplar> latest;

  /**
   * None yet.
   *
   * @param bounds of the buckets, but for the last, which has none
   * @param time when a value was measured; before it is known, none is kept
   */
  LatestExemplars(double[] bounds, DatabaseTime time) {
    this.bounds = bounds.clone();
    this.time = time;
    this.latest = new AtomicReferenceArray<>(bounds.length + 1);
  }

  /** A value was measured; asked for its trace only if that is to be kept. */
  void note(double value, CurrentTrace trace) {
    OptionalLong now = time.millis();
    if (now.isEmpty()) {
      return;
    }
    int bucket = bucket(value);
    long millis = now.getAsLong();
    Exemplar last = latest.get(bucket);
    if (last == null || millis - last.getTimestampMillis() >= LEAST_MILLIS) {
      trace.get().ifPresent(in -> latest.set(bucket, exemplar(value, in, millis)));
    }
  }

  private int bucket(double value) {
    int bucket = 0;
    while (bucket < bounds.length && value > bounds[bucket]) {
      bucket++;
    }
    return bucket;
  }

  private static Exemplar exemplar(double value, TraceParent in, long millis) {
    return Exemplar.builder()
        .value(value)
        .traceId(in.traceId())
        .spanId(in.parentId())
        .timestampMillis(millis)
        .build();
  }

  /** Those that there are. */
  Exemplars all() {
    List<Exemplar> all = new ArrayList<>();
    for (int bucket = 0; bucket < latest.length(); bucket++) {
      Exemplar one = latest.get(bucket);
      if (one != null) {
        all.add(one);
      }
    }
    return Exemplars.of(all);
  }
}
