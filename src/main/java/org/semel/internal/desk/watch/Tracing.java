// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch;

import java.util.Optional;
import org.semel.internal.desk.watch.Exposure.Exposed;
import org.semel.internal.desk.watch.metrics.CurrentTrace;
import org.semel.internal.desk.watch.trace.LoggedHandler;
import org.semel.internal.desk.watch.trace.LoggedProvider;
import org.semel.internal.desk.watch.trace.Traces;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.receive.SteppedHandler;
import org.semel.internal.engine.receive.batch.ReceiveEvent;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy;
import org.semel.internal.engine.send.relay.Provider;

/**
 * Spans, and the subjects of the log's lines, around routes and deliveries. If it is switched off,
 * routes and deliveries stay as they are; if the server has no OpenTelemetry, there are no spans.
 */
public final class Tracing {

  /** Switched off. */
  public static final Tracing OFF = new Tracing(Exposed.OFF, Optional.empty());

  private final Exposed exposed;
  private final Optional<Traces> traces;

  private Tracing(Exposed exposed, Optional<Traces> traces) {
    this.exposed = exposed;
    this.traces = traces;
  }

  /** Switched on; {@code traces} is empty where the server has none. */
  public static Tracing on(Optional<Traces> traces) {
    return new Tracing(Exposed.ON, traces);
  }

  /** The span is begun before the log's context, which tells its trace. */
  SteppedHandler over(ConsumerPolicy consumer, SteppedHandler route) {
    if (exposed == Exposed.OFF) {
      return route;
    }
    SteppedHandler logged = new LoggedHandler(consumer.name(), route);
    return traces.isPresent() ? traces.get().over(consumer, logged) : logged;
  }

  Provider over(DestinationPolicy destination, Provider provider) {
    if (exposed == Exposed.OFF) {
      return provider;
    }
    Provider logged = new LoggedProvider(destination.destination().name(), provider);
    return traces.isPresent() ? traces.get().over(destination, logged) : logged;
  }

  /** The span of the calling thread, for instruments; empty where there are no spans. */
  Optional<CurrentTrace> current() {
    return traces.map(on -> on::current);
  }

  /** Hears of batches; empty where there are no spans. */
  Optional<Observer<ReceiveEvent>> batches() {
    return traces.isPresent() ? Optional.of(traces.get().batches()) : Optional.empty();
  }
}
