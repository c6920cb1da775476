// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics.prometheus;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** The formats in which the series are written. Names, labels and values are the same in each. */
public enum SeriesFormat {
  /** The text that every Prometheus reads. It has no exemplars. */
  TEXT(PrometheusTextFormatWriter.create()),

  /** OpenMetrics 1.0, with exemplars. */
  OPEN_METRICS(OpenMetricsTextFormatWriter.create());

  @SuppressWarnings("ImmutableEnumChecker") // it keeps nothing of what it writes
  private final transient ExpositionFormatWriter writer;

  SeriesFormat(ExpositionFormatWriter writer) {
    this.writer = writer;
  }

  /**
   * The one for a client that sends this header {@code Accept}.
   *
   * @param accept null if there is no such header
   */
  public static SeriesFormat accepted(@Nullable String accept) {
    return OPEN_METRICS.writer.accepts(accept) ? OPEN_METRICS : TEXT;
  }

  /** For the header {@code Content-Type}. */
  public String contentType() {
    return writer.getContentType();
  }

  void write(OutputStream to, MetricSnapshots snapshots) throws IOException {
    writer.write(to, snapshots);
  }
}
