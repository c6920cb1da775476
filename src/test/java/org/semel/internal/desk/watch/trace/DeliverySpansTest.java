// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.relay.Delivery;
import org.semel.internal.engine.send.relay.Delivery.Denied.Extent;
import org.semel.internal.engine.send.relay.DestinationPolicy.Transfer;
import org.semel.internal.engine.send.relay.Provider;
import org.semel.message.TraceParent;

/** A span for each delivery of an intent. */
class DeliverySpansTest {

  private final SpanWorld world = new SpanWorld();
  private final List<Lease> seen = new ArrayList<>();

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void eachDeliveryHasATraceOfItsOwnThatIsLinkedToTheSpanThatRecordedTheIntent() {
    Provider traced = over(Transfer.LEASE, new Delivery.Accepted());
    Lease lease =
        TraceSamples.lease(
            Map.of("traceparent", TraceSamples.TRACE, "tracestate", "a=b", "t", "1"));
    traced.deliver(lease);
    traced.deliver(lease);
    assertThat(world.spans()).hasSize(2).allSatisfy(DeliverySpansTest::isLinked);
    assertThat(world.spans()).extracting(SpanData::getTraceId).doesNotHaveDuplicates();
    assertThat(seen)
        .extracting(one -> one.intent().headers().text("traceparent").orElseThrow())
        .isEqualTo(
            world.spans().stream()
                .map(span -> new TraceParent(span.getTraceId(), span.getSpanId(), "01").toString())
                .toList());
    assertThat(seen).allSatisfy(sent -> isOtherwiseAs(lease, sent));
  }

  /** A library of another version than the server's, say; the provider has the intent by then. */
  @Test
  void whatIsMissingForASpanLosesNoAnswer() {
    Delivery accepted = new Delivery.Accepted();
    try (SpanWorld broken =
        new SpanWorld(
            new FailingSpans(
                () -> {
                  throw new NoSuchMethodError("of another version");
                }))) {
      Provider traced =
          broken.traces().over(TraceSamples.destination(Transfer.LEASE, "*"), lease -> accepted);
      assertThat(traced.deliver(TraceSamples.lease(Map.of()))).isSameAs(accepted);
    }
  }

  private static void isLinked(SpanData span) {
    assertThat(span.getName()).isEqualTo("deliver mail");
    assertThat(span.getKind()).isEqualTo(SpanKind.CLIENT);
    assertThat(span.getParentSpanContext().isValid()).isFalse();
    assertThat(span.getLinks())
        .singleElement()
        .satisfies(
            link -> {
              assertThat(link.getSpanContext().getTraceId()).isEqualTo(TraceSamples.TRACE_ID);
              assertThat(link.getSpanContext().getSpanId()).isEqualTo(TraceSamples.SPAN_ID);
            });
  }

  private static void isOtherwiseAs(Lease lease, Lease sent) {
    Intent intent = sent.intent();
    assertThat(intent.headers().text("tracestate")).as("of another trace").isEmpty();
    assertThat(intent.headers().text("t")).contains("1");
    assertThat(intent.key()).isEqualTo(lease.intent().key());
    assertThat(intent.body()).isSameAs(lease.intent().body());
    assertThat(sent.token()).isEqualTo(lease.token());
    assertThat(sent.history()).isEqualTo(lease.history());
  }

  @Test
  void intoAQueueItIsAProducers() {
    over(Transfer.XA, new Delivery.Accepted()).deliver(TraceSamples.lease(Map.of()));
    assertThat(world.only().getKind()).isEqualTo(SpanKind.PRODUCER);
    assertThat(world.only().getLinks()).isEmpty();
  }

  @Test
  void whereThePolicyAdmitsNoTraceNoneIsSent() {
    Lease lease = TraceSamples.lease(Map.of());
    world
        .traces()
        .over(TraceSamples.destination(Transfer.LEASE, "t"), provider(new Delivery.Accepted()))
        .deliver(lease);
    assertThat(seen).containsExactly(lease);
    assertThat(world.spans()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "0, accepted,     UNSET",
    "1, not-accepted, ERROR",
    "2, refused,      ERROR",
    "3, denied,       ERROR",
    "4, unknown,      ERROR"
  })
  void theOutcomeIsAWordOfOursAndNothingOfTheIntentIsShown(
      int answer, String word, StatusCode status) {
    String why = "why " + TraceSamples.CANARY;
    List<Delivery> answers =
        List.of(
            new Delivery.Accepted(),
            new Delivery.NotAccepted(why, Optional.empty()),
            new Delivery.Refused(why),
            new Delivery.Denied(why, Extent.ALL),
            new Delivery.OutcomeUnknown(why));
    Lease lease = TraceSamples.lease(Map.of(TraceSamples.CANARY, TraceSamples.CANARY));
    assertThat(over(Transfer.LEASE, answers.get(answer)).deliver(lease))
        .isSameAs(answers.get(answer));
    assertThat(world.only().getStatus().getStatusCode()).isEqualTo(status);
    assertThat(world.only().getAttributes().asMap())
        .containsOnly(
            Map.entry(SpanAttribute.NAME, "mail"),
            Map.entry(SpanAttribute.OPERATION, "deliver"),
            Map.entry(SpanAttribute.TYPE, "send"),
            Map.entry(SpanAttribute.OUTCOME, word));
    assertThat(world.spans().toString()).doesNotContain(TraceSamples.CANARY);
  }

  @Test
  void whatAProviderThrowsAgainstItsContractIsToldByItsClass() {
    IllegalStateException thrown = new IllegalStateException(TraceSamples.CANARY);
    Provider traced =
        world
            .traces()
            .over(
                TraceSamples.destination(Transfer.LEASE, "*"),
                lease -> {
                  throw thrown;
                });
    assertThatThrownBy(() -> traced.deliver(TraceSamples.lease(Map.of()))).isSameAs(thrown);
    assertThat(world.only().getAttributes().get(SpanAttribute.ERROR))
        .isEqualTo("java.lang.IllegalStateException");
    assertThat(world.spans().toString()).doesNotContain(TraceSamples.CANARY);
  }

  private Provider over(Transfer transfer, Delivery answer) {
    return world.traces().over(TraceSamples.destination(transfer, "*"), provider(answer));
  }

  private Provider provider(Delivery answer) {
    return lease -> {
      seen.add(lease);
      return answer;
    };
  }
}
