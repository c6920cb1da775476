// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.batch.BatchResult.BatchCommitted;
import org.semel.internal.engine.receive.batch.BatchResult.BatchCommitted.IntakeSource;
import org.semel.internal.engine.receive.batch.ReceiveListener;
import org.semel.message.Identity;
import org.semel.message.Message;

/** A span for each transaction over what a queue has delivered. */
class BatchSpansTest {

  private static final String OTHER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00";

  private final SpanWorld world = new SpanWorld();

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void itLinksToEachProducerAndLastsAsLongAsTheTransaction() {
    batch("traceparent", IntakeSource.QUEUE, Duration.ofSeconds(2));
    SpanData span = world.only();
    assertThat(span.getName()).isEqualTo("receive c");
    assertThat(span.getKind()).isEqualTo(SpanKind.CONSUMER);
    assertThat(span.getParentSpanContext().isValid()).isFalse();
    assertThat(Duration.ofNanos(span.getEndEpochNanos() - span.getStartEpochNanos()))
        .isEqualTo(Duration.ofSeconds(2));
    assertThat(span.getLinks())
        .extracting(link -> link.getSpanContext().getSpanId())
        .containsExactly(TraceSamples.SPAN_ID, "00f067aa0ba902b7");
    assertThat(span.getAttributes().asMap())
        .containsOnly(
            Map.entry(SpanAttribute.SYSTEM, "jms"),
            Map.entry(SpanAttribute.NAME, "c"),
            Map.entry(SpanAttribute.OPERATION, "receive"),
            Map.entry(SpanAttribute.TYPE, "receive"),
            Map.entry(SpanAttribute.MESSAGES, 4L),
            Map.entry(SpanAttribute.OUTCOME, "committed"));
    assertThat(world.spans().toString()).doesNotContain(TraceSamples.CANARY);
  }

  @Test
  void whereThePolicyAdmitsNoTraceItLinksToNone() {
    batch("tenant", IntakeSource.QUEUE, Duration.ZERO);
    assertThat(world.only().getLinks()).isEmpty();
  }

  @Test
  void whatWaitedInATableWasReceivedBefore() {
    batch("traceparent", IntakeSource.TABLE, Duration.ZERO);
    assertThat(world.spans()).isEmpty();
  }

  private void batch(String admitted, IntakeSource source, Duration lasted) {
    Identity identity = TraceSamples.identity();
    Message traced =
        TraceSamples.message(
            Map.of("traceparent", TraceSamples.TRACE, TraceSamples.CANARY, TraceSamples.CANARY));
    Message malformed = TraceSamples.message(Map.of("traceparent", TraceSamples.CANARY));
    List<Receipt> receipts =
        List.of(
            new Receipt.Processed(identity, traced),
            new Receipt.Duplicate(identity, TraceSamples.message(Map.of("traceparent", OTHER))),
            new Receipt.Processed(identity, malformed),
            new Receipt.Processed(identity, TraceSamples.message(Map.of())));
    ReceiveListener.reportingTo(world.traces().batches())
        .done(TraceSamples.consumer(admitted), new BatchCommitted(receipts, source, lasted));
  }
}
