// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.trace;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.semel.internal.desk.watch.trace.SpanFactory.Operation;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.batch.BatchResult.BatchCommitted;
import org.semel.internal.engine.receive.batch.BatchResult.BatchCommitted.IntakeSource;
import org.semel.internal.engine.receive.batch.ReceiveEvent;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.message.TraceParent;

/**
 * A span for each transaction over messages that a queue has delivered, once it has committed. It
 * has a trace of its own and links to the producers' spans: a transaction has many, and a child has
 * one.
 */
final class BatchSpans implements Observer<ReceiveEvent> {

  private final SpanFactory spans;
  private final InstantSource clock;

  BatchSpans(SpanFactory spans, InstantSource clock) {
    this.spans = spans;
    this.clock = clock;
  }

  @Override
  public void on(ReceiveEvent event) {
    if (event instanceof ReceiveEvent.Done batch
        && batch.done().source() == IntakeSource.QUEUE
        && !batch.done().receipts().isEmpty()) {
      try {
        write(batch.consumer(), batch.done());
      } catch (RuntimeException | Error e) {
        // an exporter's fault; the batch has none
      }
    }
  }

  private void write(ConsumerPolicy consumer, BatchCommitted done) {
    Instant end = clock.instant();
    SpanBuilder span =
        spans
            .of(Operation.RECEIVE, consumer.name(), SpanKind.CONSUMER)
            .setNoParent()
            .setStartTimestamp(end.minus(done.lasted()))
            .setAttribute(SpanAttribute.MESSAGES, (long) done.receipts().size())
            .setAttribute(SpanAttribute.OUTCOME, "committed");
    if (consumer.reading().headers().admits(TraceParent.HEADER)) {
      link(span, done.receipts());
    }
    Span begun = span.startSpan();
    begun.end(end);
  }

  private static void link(SpanBuilder span, List<Receipt> receipts) {
    for (Receipt receipt : receipts) {
      SpanContext producer = TraceHeaders.caller(receipt.message().headers());
      if (producer.isValid()) {
        span.addLink(producer);
      }
    }
  }
}
