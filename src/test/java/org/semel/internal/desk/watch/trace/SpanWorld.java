// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.trace;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;

/** OpenTelemetry's own SDK, whose spans stay in memory. */
public final class SpanWorld implements AutoCloseable {

  private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
  private final OpenTelemetrySdk sdk;

  public SpanWorld() {
    this(SpanProcessor.composite());
  }

  SpanWorld(SpanProcessor beside) {
    sdk =
        OpenTelemetrySdk.builder()
            .setTracerProvider(
                SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                    .addSpanProcessor(beside)
                    .build())
            .build();
  }

  public OpenTelemetry telemetry() {
    return sdk;
  }

  Traces traces() {
    return new Traces(sdk);
  }

  /** Those that have ended, in that order. */
  public List<SpanData> spans() {
    return exporter.getFinishedSpanItems();
  }

  SpanData only() {
    if (spans().size() != 1) {
      throw new AssertionError("not one: " + spans());
    }
    return spans().get(0);
  }

  @Override
  public void close() {
    sdk.close();
  }
}
