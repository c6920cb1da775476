// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.trace;

import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import org.semel.internal.desk.watch.trace.SpanFactory.Operation;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.relay.Delivery;
import org.semel.internal.engine.send.relay.DestinationPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy.Transfer;
import org.semel.internal.engine.send.relay.Provider;
import org.semel.internal.engine.send.relay.ProviderDecorator;
import org.semel.message.TraceParent;

/**
 * A provider, and a span for each delivery to it. A delivery may come hours later, and again; so
 * each has a trace of its own, with a link to the span that recorded the intent.
 */
final class TracedProvider extends ProviderDecorator {

  private final SpanFactory spans;
  private final String destination;
  private final SpanKind kind;
  private final boolean passesOn;

  TracedProvider(SpanFactory spans, DestinationPolicy destination, Provider provider) {
    super(provider);
    this.spans = spans;
    this.destination = destination.destination().name();
    this.kind =
        destination.dispatch().transfer() == Transfer.XA ? SpanKind.PRODUCER : SpanKind.CLIENT;
    this.passesOn = destination.dispatch().headers().admits(TraceParent.HEADER);
  }

  @Override
  public Delivery deliver(Lease lease) {
    SpanFactory.Current span = spans.begin(() -> span(lease.intent()));
    Delivery delivery;
    try {
      delivery = provider.deliver(in(span, lease));
    } catch (RuntimeException | Error e) {
      span.failed(e);
      throw e;
    }
    span.ended(
        outcome(delivery),
        delivery instanceof Delivery.Accepted ? StatusCode.UNSET : StatusCode.ERROR);
    return delivery;
  }

  private SpanBuilder span(Intent intent) {
    SpanBuilder span = spans.of(Operation.DELIVER, destination, kind).setNoParent();
    SpanContext recorded = TraceHeaders.caller(intent.headers());
    return recorded.isValid() ? span.addLink(recorded) : span;
  }

  private Lease in(SpanFactory.Current span, Lease lease) {
    if (!passesOn) {
      return lease;
    }
    Intent intent = lease.intent();
    return new Lease(
        new Intent(intent.cause(), intent.address(), span.in(intent.headers()), intent.body()),
        lease.token(),
        lease.history());
  }

  private static String outcome(Delivery delivery) {
    if (delivery instanceof Delivery.Accepted) {
      return "accepted";
    }
    if (delivery instanceof Delivery.NotAccepted) {
      return "not-accepted";
    }
    if (delivery instanceof Delivery.Refused) {
      return "refused";
    }
    return delivery instanceof Delivery.Denied ? "denied" : "unknown";
  }
}
