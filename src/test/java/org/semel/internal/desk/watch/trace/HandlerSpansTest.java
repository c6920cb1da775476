// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.SteppedHandler;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.TraceParent;

/** A span for each message that goes through a route. */
class HandlerSpansTest {

  private final SpanWorld world = new SpanWorld();
  private final List<Message> seen = new ArrayList<>();
  private final List<String> current = new ArrayList<>();

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void itIsAChildOfTheProducersAndTheRouteHasItAsItsCaller() throws Exception {
    Message message =
        TraceSamples.message(
            Map.of("TraceParent", TraceSamples.TRACE, "tracestate", "a=b", "tenant", "t"));
    over("*", Optional.empty()).handle(message, TraceSamples.identity());
    SpanData span = world.only();
    assertThat(span.getName()).isEqualTo("process c");
    assertThat(span.getKind()).isEqualTo(SpanKind.CONSUMER);
    assertThat(span.getTraceId()).isEqualTo(TraceSamples.TRACE_ID);
    assertThat(span.getParentSpanId()).isEqualTo(TraceSamples.SPAN_ID);
    String caller = new TraceParent(span.getTraceId(), span.getSpanId(), "01").toString();
    assertThat(seen.get(0).headers())
        .isEqualTo(Headers.of(Map.of("traceparent", caller, "tracestate", "a=b", "tenant", "t")));
    assertThat(seen.get(0).body()).isSameAs(message.body());
    assertThat(current).containsExactly(span.getSpanId());
    assertThat(Span.current().getSpanContext().isValid()).as("afterwards").isFalse();
  }

  @Test
  void withoutAProducersTraceItBeginsOne() throws Exception {
    over("traceparent", Optional.empty())
        .handle(TraceSamples.message(Map.of()), TraceSamples.identity());
    assertThat(world.only().getParentSpanContext().isValid()).isFalse();
    assertThat(seen.get(0).headers().text("traceparent"))
        .hasValueSatisfying(trace -> assertThat(trace).contains(world.only().getTraceId()));
  }

  @Test
  void whereThePolicyAdmitsNoTraceTheRouteGetsNone() throws Exception {
    Message message = TraceSamples.message(Map.of());
    over("tenant", Optional.empty()).handle(message, TraceSamples.identity());
    assertThat(seen).containsExactly(message);
    assertThat(world.spans()).hasSize(1);
  }

  @Test
  void ofAFailureItSaysTheClassAndNothingOfTheMessageAtAll() {
    IllegalStateException failure = new IllegalStateException("message " + TraceSamples.CANARY);
    SteppedHandler traced = over("*", Optional.of(failure));
    Message message =
        TraceSamples.message(
            Map.of("traceparent", TraceSamples.TRACE, TraceSamples.CANARY, TraceSamples.CANARY));
    assertThatThrownBy(() -> traced.handle(message, TraceSamples.identity())).isSameAs(failure);
    assertThatThrownBy(() -> traced.handle(message, TraceSamples.identity(), Optional.empty()))
        .isSameAs(failure);
    assertThat(world.spans()).hasSize(2).allSatisfy(HandlerSpansTest::tellsTheClass);
    assertThat(world.spans().toString()).doesNotContain(TraceSamples.CANARY);
    assertThat(Span.current().getSpanContext().isValid()).as("afterwards").isFalse();
  }

  private static void tellsTheClass(SpanData span) {
    assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(span.getEvents()).isEmpty();
    assertThat(span.getAttributes().asMap())
        .containsOnly(
            Map.entry(SpanAttribute.SYSTEM, "jms"),
            Map.entry(SpanAttribute.NAME, "c"),
            Map.entry(SpanAttribute.OPERATION, "process"),
            Map.entry(SpanAttribute.TYPE, "process"),
            Map.entry(SpanAttribute.OUTCOME, "failed"),
            Map.entry(SpanAttribute.ERROR, "java.lang.IllegalStateException"));
  }

  @Test
  void aRunToTheNextStepHasASpanToo() throws Exception {
    SteppedHandler traced = over("*", Optional.empty());
    assertThat(
            traced.handle(
                TraceSamples.message(Map.of()), TraceSamples.identity(), Optional.empty()))
        .isEmpty();
    assertThat(world.only().getAttributes().get(SpanAttribute.OUTCOME)).isEqualTo("handled");
  }

  @Test
  void anExporterThatThrowsFailsNoMessage() throws Exception {
    try (SpanWorld broken =
        new SpanWorld(
            new FailingSpans(
                () -> {
                  throw new IllegalStateException("no more room");
                }))) {
      broken
          .traces()
          .over(TraceSamples.consumer("*"), route(Optional.empty()))
          .handle(TraceSamples.message(Map.of()), TraceSamples.identity());
    }
    assertThat(seen).hasSize(1);
    assertThat(Span.current().getSpanContext().isValid()).as("afterwards").isFalse();
  }

  private SteppedHandler over(String admitted, Optional<RuntimeException> failure) {
    return world.traces().over(TraceSamples.consumer(admitted), route(failure));
  }

  private SteppedHandler route(Optional<RuntimeException> failure) {
    return new SteppedHandler() {
      @Override
      public void handle(Message message, Identity identity) {
        seen.add(message);
        current.add(Span.current().getSpanContext().getSpanId());
        failure.ifPresent(
            thrown -> {
              throw thrown;
            });
      }

      @Override
      public Optional<RouteProgress> handle(
          Message message, Identity identity, Optional<RouteProgress> behind) {
        handle(message, identity);
        return Optional.empty();
      }
    };
  }
}
