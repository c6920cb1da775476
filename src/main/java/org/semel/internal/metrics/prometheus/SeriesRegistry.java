// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.metrics.prometheus;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.datapoints.GaugeDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.semel.internal.metrics.Series;

/**
 * The series of one application, in a registry of their own: two applications on one server, and
 * whatever else counts there, do not meet. Safe for any thread.
 */
public final class SeriesRegistry {

  /** What {@link #write} writes. */
  public static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final PrometheusTextFormatWriter text = PrometheusTextFormatWriter.create();
  private final Map<Series, Counter> counters = new EnumMap<>(Series.class);
  private final Map<Series, Gauge> gauges = new EnumMap<>(Series.class);
  private final Map<Series, Histogram> histograms = new EnumMap<>(Series.class);

  /** All counters and histograms, none with a value yet. */
  public SeriesRegistry() {
    for (Series series : Series.values()) {
      String[] labels = series.labels().toArray(String[]::new);
      if (series.kind() == Series.SeriesType.COUNTER) {
        counters.put(series, counter(series, labels));
      } else if (series.kind() == Series.SeriesType.HISTOGRAM) {
        histograms.put(series, histogram(series, labels));
      }
    }
  }

  private Counter counter(Series series, String... labels) {
    return Counter.builder()
        .name(series.exposed())
        .help(series.help())
        .labelNames(labels)
        .withoutExemplars()
        .register(registry);
  }

  /** Without exemplars the client needs no threads of its own. */
  private Histogram histogram(Series series, String... labels) {
    return Histogram.builder()
        .name(series.exposed())
        .help(series.help())
        .labelNames(labels)
        .classicOnly()
        .classicUpperBounds(Buckets.of(series))
        .withoutExemplars()
        .register(registry);
  }

  /** One counter; at zero when it is asked for the first time. */
  CounterDataPoint counter(Series series, Object... labels) {
    return Objects.requireNonNull(counters.get(series)).labelValues(texts(labels));
  }

  DistributionDataPoint histogram(Series series, Object... labels) {
    return Objects.requireNonNull(histograms.get(series)).labelValues(texts(labels));
  }

  private static String[] texts(Object... labels) {
    String[] texts = new String[labels.length];
    for (int i = 0; i < labels.length; i++) {
      texts[i] = String.valueOf(labels[i]);
    }
    return texts;
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

  /** Writes all that has a value, in the text format that every Prometheus reads. */
  public void write(OutputStream to) throws IOException {
    text.write(to, registry.scrape());
  }
}
