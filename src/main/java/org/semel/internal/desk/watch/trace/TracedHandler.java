// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.trace;

import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import java.util.Optional;
import org.semel.internal.desk.watch.trace.SpanFactory.Operation;
import org.semel.internal.engine.receive.SteppedHandler;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.TraceParent;

/**
 * A route, and a span for each message in it: a child of the producer's, or a root if the producer
 * named none. The route sees that span as its caller's, so that what it sends and records belongs
 * to it.
 */
final class TracedHandler implements SteppedHandler {

  private final SpanFactory spans;
  private final String consumer;
  private final boolean passesOn;
  private final SteppedHandler route;

  TracedHandler(SpanFactory spans, ConsumerPolicy consumer, SteppedHandler route) {
    this.spans = spans;
    this.consumer = consumer.name();
    this.passesOn = consumer.reading().headers().admits(TraceParent.HEADER);
    this.route = route;
  }

  @Override
  public void handle(Message message, Identity identity) throws Exception {
    SpanFactory.Current span = spans.begin(() -> span(message));
    try {
      route.handle(in(span, message), identity);
    } catch (Throwable e) {
      span.failed(e);
      throw e;
    }
    span.ended("handled", StatusCode.UNSET);
  }

  @Override
  public Optional<RouteProgress> handle(
      Message message, Identity identity, Optional<RouteProgress> behind) throws Exception {
    SpanFactory.Current span = spans.begin(() -> span(message));
    Optional<RouteProgress> progress;
    try {
      progress = route.handle(in(span, message), identity, behind);
    } catch (Throwable e) {
      span.failed(e);
      throw e;
    }
    span.ended(progress.isPresent() ? "stepped" : "handled", StatusCode.UNSET);
    return progress;
  }

  private SpanBuilder span(Message message) {
    return spans
        .of(Operation.PROCESS, consumer, SpanKind.CONSUMER)
        .setParent(TraceHeaders.extract(Context.current(), message.headers()));
  }

  private Message in(SpanFactory.Current span, Message message) {
    return passesOn
        ? new Message(span.in(message.headers()), message.body(), message.origin())
        : message;
  }
}
