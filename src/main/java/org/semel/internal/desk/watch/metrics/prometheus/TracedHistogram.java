// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics.prometheus;

import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.semel.internal.desk.watch.metrics.DatabaseTime;
import org.semel.internal.desk.watch.metrics.Series;

/** A histogram whose buckets show the traces of some of their values. Safe for any thread. */
final class TracedHistogram implements Collector {

  private final Series series;
  private final Histogram histogram;
  private final DatabaseTime time;
  private final Map<Labels, LatestExemplars> exemplars = new ConcurrentHashMap<>();

  /**
   * No value yet.
   *
   * @param histogram of that series; without exemplars of its own, and in no registry
   */
  TracedHistogram(Series series, Histogram histogram, DatabaseTime time) {
    this.series = series;
    this.histogram = histogram;
    this.time = time;
  }

  /** The exemplars beside the values that have these labels. */
  LatestExemplars exemplars(String... labels) {
    return exemplars.computeIfAbsent(
        Labels.of(series.labels().toArray(String[]::new), labels),
        first -> new LatestExemplars(Buckets.of(series), time));
  }

  @Override
  public String getPrometheusName() {
    return histogram.getPrometheusName();
  }

  @Override
  public HistogramSnapshot collect() {
    HistogramSnapshot values = histogram.collect();
    return new HistogramSnapshot(
        values.getMetadata(), values.getDataPoints().stream().map(this::withExemplars).toList());
  }

  private HistogramDataPointSnapshot withExemplars(HistogramDataPointSnapshot values) {
    LatestExemplars beside = exemplars.get(values.getLabels());
    return beside == null
        ? values
        : new HistogramDataPointSnapshot(
            values.getClassicBuckets(),
            values.getSum(),
            values.getLabels(),
            beside.all(),
            values.getCreatedTimestampMillis());
  }
}
