// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.trace;

import io.opentelemetry.api.OpenTelemetry;
import java.time.InstantSource;
import java.util.Optional;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.receive.SteppedHandler;
import org.semel.internal.engine.receive.batch.ReceiveEvent;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy;
import org.semel.internal.engine.send.relay.Provider;
import org.semel.message.TraceParent;

/**
 * Lets routes, batches and deliveries be seen as spans. Nothing of a message is in them but its
 * trace: no key, no header, no body, and of a failure its class alone.
 *
 * @see <a href="https://opentelemetry.io/docs/specs/semconv/messaging/messaging-spans/">Semantic
 *     conventions for messaging spans</a>
 */
public final class Traces {

  private static final String SCOPE = "org.semel";

  private final SpanFactory spans;

  /** Spans that {@code telemetry} takes. */
  public Traces(OpenTelemetry telemetry) {
    this.spans = new SpanFactory(telemetry.getTracer(SCOPE));
  }

  /** A span for each message that goes through {@code route}. */
  public SteppedHandler over(ConsumerPolicy consumer, SteppedHandler route) {
    return new TracedHandler(spans, consumer, route);
  }

  /** A span for each delivery. */
  public Provider over(DestinationPolicy destination, Provider provider) {
    return new TracedProvider(spans, destination, provider);
  }

  /** The span in which the calling thread works; empty if there is none, or one no one keeps. */
  public Optional<TraceParent> current() {
    return SpanFactory.current();
  }

  /** A span for each transaction over messages that a queue has delivered. */
  public Observer<ReceiveEvent> batches() {
    return new BatchSpans(spans, InstantSource.system());
  }
}
