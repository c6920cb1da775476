// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.desk.watch.metrics.DatabaseTime;
import org.semel.internal.desk.watch.metrics.KnownTime;
import org.semel.internal.desk.watch.trace.TraceSamples;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.batch.BatchResult.BatchCommitted;
import org.semel.internal.engine.receive.batch.BatchResult.BatchCommitted.IntakeSource;
import org.semel.internal.engine.receive.batch.ReceiveListener;
import org.semel.internal.engine.receive.identity.EventTypeRule;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.relay.Delivery;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.TraceParent;

/** Values of histograms that lead to a trace. */
class ExemplarsTest {

  private static final Instant NOW = Instant.ofEpochSecond(1_000);
  private static final TraceParent TRACE = TraceParent.parse(TraceSamples.TRACE).orElseThrow();
  private static final Duration LEAST_AGE = Duration.ofSeconds(1);

  private final KnownTime time = new KnownTime(NOW);
  private final AtomicInteger asked = new AtomicInteger();
  private Optional<TraceParent> current = Optional.of(TRACE);
  private final SeriesRegistry registry =
      new SeriesRegistry(
          Optional.of(
              () -> {
                asked.incrementAndGet();
                return current;
              }),
          time.database());

  @Test
  void howLongARouteAndAProviderTookLeadsToTheSpanInWhichItWasMeasured() throws IOException {
    receives(registry, time.database()).handled(TraceSamples.consumer("*"), 20_000_000);
    new RelayMetrics(registry)
        .answered(new Destination("mail"), new Delivery.Accepted(), 700_000_000);
    assertThat(exemplars(registry))
        .containsExactlyInAnyOrder(
            "semel_inbox_processing_duration_seconds_bucket{consumer=\"c\",le=\"0.025\"} 1"
                + exemplar("0.02"),
            "semel_intent_delivery_duration_seconds_bucket{destination=\"mail\",le=\"1.0\"} 1"
                + exemplar("0.7"));
  }

  private static String exemplar(String value) {
    return " # {span_id=\"%s\",trace_id=\"%s\"} %s 1000.000"
        .formatted(TraceSamples.SPAN_ID, TraceSamples.TRACE_ID, value);
  }

  @Test
  void theCriticalTimeLeadsToTheTraceOfTheProducer() throws IOException {
    current = Optional.empty();
    committed(TraceSamples.consumer("traceparent"), TraceSamples.TRACE);
    assertThat(exemplars(registry))
        .containsExactly(
            "semel_inbox_critical_time_seconds_bucket{consumer=\"c\",le=\"5.0\"} 1"
                + exemplar("3.0"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00-" + TraceSamples.TRACE_ID + "-" + TraceSamples.SPAN_ID + "-00",
        "00-" + TraceSamples.CANARY,
        ""
      })
  void aTraceThatNobodyKeepsOrThatIsMalformedIsNotShown(String traceparent) throws IOException {
    current = Optional.empty();
    committed(TraceSamples.consumer("traceparent"), traceparent);
    assertThat(text(registry, SeriesFormat.OPEN_METRICS))
        .contains("semel_inbox_critical_time_seconds_count{consumer=\"c\"} 1")
        .doesNotContain("trace_id", TraceSamples.CANARY);
  }

  @Test
  void whereThePolicyAdmitsNoTraceTheProducersIsNotRead() throws IOException {
    current = Optional.empty();
    committed(TraceSamples.consumer("tenant"), TraceSamples.TRACE);
    assertThat(exemplars(registry)).isEmpty();
  }

  @Test
  void aBucketShowsOneTraceThatIsReplacedWhenItIsASecondOld() throws IOException {
    ReceiveMetrics receives = receives(registry, time.database());
    ConsumerPolicy consumer = TraceSamples.consumer("*");
    for (int i = 0; i < 1_000; i++) {
      receives.handled(consumer, 20_000_000 + i);
    }
    assertThat(asked).as("spans that were looked for").hasValue(1);
    assertThat(exemplars(registry)).singleElement().asString().endsWith(exemplar("0.02"));
    time.passes(LEAST_AGE);
    receives.handled(consumer, 21_000_000);
    assertThat(exemplars(registry)).singleElement().asString().endsWith("} 0.021 1001.000");
  }

  @Test
  void whereThereAreNoTracesThereIsNothingBesideTheValues() throws IOException {
    SeriesRegistry plain = new SeriesRegistry();
    receives(plain, time.database()).handled(TraceSamples.consumer("*"), 20_000_000);
    assertThat(exemplars(plain)).isEmpty();
    receives(registry, time.database()).handled(TraceSamples.consumer("*"), 20_000_000);
    assertThat(text(registry, SeriesFormat.TEXT)).isEqualTo(text(plain, SeriesFormat.TEXT));
  }

  @Test
  void bothFormatsHaveTheSameSamples() throws IOException {
    FilledSeries.of(registry, 2, 3);
    assertThat(samples(registry, SeriesFormat.OPEN_METRICS).toList())
        .hasSizeGreaterThan(50)
        .isEqualTo(samples(registry, SeriesFormat.TEXT).toList());
    assertThat(text(registry, SeriesFormat.OPEN_METRICS)).endsWith("# EOF\n");
  }

  @Test
  void openMetricsIsForThoseWhoAcceptIt() {
    assertThat(SeriesFormat.accepted(null)).isEqualTo(SeriesFormat.TEXT);
    assertThat(SeriesFormat.accepted("*/*")).isEqualTo(SeriesFormat.TEXT);
    assertThat(SeriesFormat.accepted("text/plain;version=0.0.4")).isEqualTo(SeriesFormat.TEXT);
    assertThat(
            SeriesFormat.accepted(
                "application/openmetrics-text;version=1.0.0;q=0.75,text/plain;version=0.0.4;q=0.5"))
        .isEqualTo(SeriesFormat.OPEN_METRICS);
    assertThat(SeriesFormat.OPEN_METRICS.contentType())
        .startsWith("application/openmetrics-text; version=1.0.0");
  }

  private static ReceiveMetrics receives(SeriesRegistry registry, DatabaseTime time) {
    ReceiveMetrics receives = new ReceiveMetrics(registry, time);
    receives.awaits("c", EventTypeRule.of("none", ""));
    return receives;
  }

  /** A message that was sent three seconds ago. */
  private void committed(ConsumerPolicy policy, String traceparent) {
    Message message =
        Messages.text(
            "",
            Map.of("JMSTimestamp", NOW.minusSeconds(3).toEpochMilli(), "traceparent", traceparent));
    ReceiveListener.reportingTo(receives(registry, time.database()))
        .done(
            policy,
            new BatchCommitted(
                List.of(new Receipt.Processed(new Identity("c", "k"), message)),
                IntakeSource.QUEUE,
                Duration.ofMillis(20)));
  }

  private static List<String> exemplars(SeriesRegistry registry) throws IOException {
    return text(registry, SeriesFormat.OPEN_METRICS)
        .lines()
        .filter(line -> line.contains(" # "))
        .toList();
  }

  /** Without metadata and exemplars. */
  private static Stream<String> samples(SeriesRegistry registry, SeriesFormat format)
      throws IOException {
    return text(registry, format)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.replaceAll(" # .*", ""))
        .sorted();
  }

  private static String text(SeriesRegistry registry, SeriesFormat format) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    registry.write(format, text);
    return text.toString(StandardCharsets.UTF_8);
  }
}
