// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics.prometheus;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.GaugeDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.semel.internal.desk.watch.metrics.CurrentTrace;
import org.semel.internal.desk.watch.metrics.DatabaseTime;
import org.semel.internal.desk.watch.metrics.Series;

/**
 * The series of one application, in a registry of their own: two applications on one server, and
 * whatever else counts there, do not meet. Safe for any thread.
 */
public final class SeriesRegistry {

  /** Those whose values lead to a trace: how long one message or one delivery took. */
  private static final Set<Series> TRACED =
      Set.of(Series.PROCESSING_DURATION, Series.DELIVERY_DURATION, Series.CRITICAL_TIME);

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final CurrentTrace trace;
  private final Map<Series, Counter> counters = new EnumMap<>(Series.class);
  private final Map<Series, Gauge> gauges = new EnumMap<>(Series.class);
  private final Map<Series, Histogram> histograms = new EnumMap<>(Series.class);
  private final Map<Series, TracedHistogram> traced = new EnumMap<>(Series.class);

  /** All counters and histograms, none with a value yet, and no exemplars. */
  public SeriesRegistry() {
    this(Optional.empty(), new DatabaseTime(() -> 0));
  }

  /**
   * The same, and exemplars where there are traces.
   *
   * @param trace empty where there are none
   * @param time when a value of an exemplar was measured
   */
  public SeriesRegistry(Optional<CurrentTrace> trace, DatabaseTime time) {
    this.trace = trace.orElse(Optional::empty);
    for (Series series : Series.values()) {
      String[] labels = series.labels().toArray(String[]::new);
      if (series.kind() == Series.SeriesType.COUNTER) {
        counters.put(series, registered(series, labels));
      } else if (series.kind() == Series.SeriesType.HISTOGRAM) {
        Histogram histogram = histogram(series, labels);
        histograms.put(series, histogram);
        registry.register(trace.isPresent() ? traced(series, histogram, time) : histogram);
      }
    }
  }

  /** The collector that shows the histogram, with exemplars if its values lead to a trace. */
  private Collector traced(Series series, Histogram histogram, DatabaseTime time) {
    return TRACED.contains(series)
        ? traced.computeIfAbsent(series, first -> new TracedHistogram(first, histogram, time))
        : histogram;
  }

  private Counter registered(Series series, String... labels) {
    return Counter.builder()
        .name(series.exposed())
        .help(series.help())
        .labelNames(labels)
        .withoutExemplars()
        .register(registry);
  }

  /** Without exemplars of its own the client needs no thread of its own. */
  private static Histogram histogram(Series series, String... labels) {
    return Histogram.builder()
        .name(series.exposed())
        .help(series.help())
        .labelNames(labels)
        .classicOnly()
        .classicUpperBounds(Buckets.of(series))
        .withoutExemplars()
        .build();
  }

  /** Counts one more each time it runs; {@code series} is a counter without labels. */
  public Runnable counting(Series series) {
    return counter(series)::inc;
  }

  /** One counter; at zero when it is asked for the first time. */
  CounterDataPoint counter(Series series, Object... labels) {
    return Objects.requireNonNull(counters.get(series)).labelValues(texts(labels));
  }

  MeasuredValues histogram(Series series, Object... labels) {
    String[] texts = texts(labels);
    TracedHistogram exemplars = traced.get(series);
    return new MeasuredValues(
        Objects.requireNonNull(histograms.get(series)).labelValues(texts),
        exemplars == null ? null : exemplars.exemplars(texts),
        trace);
  }

  private static String[] texts(Object... labels) {
    String[] texts = new String[labels.length];
    for (int i = 0; i < labels.length; i++) {
      texts[i] = String.valueOf(labels[i]);
    }
    return texts;
  }

  /** A gauge stands at {@code value} from now on. */
  public void set(Series series, double value, Object... labels) {
    gauge(series, labels).set(value);
  }

  /** A gauge that is set when something happens. */
  GaugeDataPoint gauge(Series series, Object... labels) {
    return settable(series).labelValues(texts(labels));
  }

  private synchronized Gauge settable(Series series) {
    return gauges.computeIfAbsent(
        series,
        first ->
            Gauge.builder()
                .name(series.exposed())
                .help(series.help())
                .labelNames(series.labels().toArray(String[]::new))
                .register(registry));
  }

  /** A gauge that is always 1, and tells by its label. */
  void info(Series series, String value) {
    Info.builder()
        .name(series.exposed())
        .help(series.help())
        .labelNames(series.labels().toArray(String[]::new))
        .register(registry)
        .setLabelValues(value);
  }

  /** A gauge that is asked for at each scrape. */
  void asked(Series series, Consumer<GaugeWithCallback.Callback> values) {
    GaugeWithCallback.builder()
        .name(series.exposed())
        .help(series.help())
        .labelNames(series.labels().toArray(String[]::new))
        .callback(values)
        .register(registry);
  }

  /** Writes all that has a value. */
  public void write(SeriesFormat format, OutputStream to) throws IOException {
    format.write(to, registry.scrape());
  }
}
