// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.watch.metrics.prometheus.SeriesFormat;
import org.semel.internal.desk.watch.trace.SpanWorld;
import org.semel.internal.desk.watch.trace.TraceSamples;
import org.semel.small.Jms;
import org.slf4j.MDC;

/** Spans and log lines of a real route, from a producer's message to the provider's request. */
class SpansRouteTest {

  private final SmallEstate estate = new SmallEstate();
  private final SpanWorld world = new SpanWorld();
  private final Lines lines = new Lines();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final String destination = "d" + System.nanoTime();
  private HttpServer provider;

  @BeforeEach
  void start() throws IOException {
    provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.createContext(
        "/",
        http -> {
          requests.add(http.getRequestHeaders().getFirst("traceparent"));
          http.sendResponseHeaders(requests.size() == 1 ? 503 : 204, -1);
          http.close();
        });
    provider.start();
    estate
        .with("semel.traces", "on")
        .with("semel.metrics", "on")
        .with("semel.sample-every", "1s")
        .with("semel.destination." + destination + ".keys", "honoured")
        .consumer("identity", "property:key")
        .consumer("attempts", "1");
    estate.camel.getRegistry().bind("telemetry", world.telemetry());
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).process(exchange -> refuse()).to("intent:" + destination);
            from("intent:" + destination)
                .to("http://localhost:" + provider.getAddress().getPort() + "/");
          }

          private void refuse() {
            if (fails) {
              throw new IllegalStateException("message " + TraceSamples.CANARY);
            }
          }
        });
  }

  private volatile boolean fails;

  @AfterEach
  void stop() {
    lines.close();
    estate.close();
    provider.stop(0);
    world.close();
  }

  @Test
  void receiptHandlingAndEachDeliveryAreJoinedByTheProducersTraceAndByLinks() {
    send();
    await().until(() -> of("deliver " + destination).size() == 2);
    await().until(() -> of("receive " + estate.name).size() == 1);
    SpanData process = of("process " + estate.name).get(0);
    assertThat(process.getTraceId()).isEqualTo(TraceSamples.TRACE_ID);
    assertThat(process.getParentSpanId()).isEqualTo(TraceSamples.SPAN_ID);
    assertThat(linked(of("receive " + estate.name).get(0))).containsExactly(TraceSamples.SPAN_ID);
    assertThat(of("deliver " + destination))
        .allSatisfy(span -> assertThat(linked(span)).containsExactly(process.getSpanId()))
        .extracting(span -> "00-" + span.getTraceId() + "-" + span.getSpanId() + "-01")
        .as("what the provider got, the second time, too")
        .isEqualTo(requests);
    assertNothingOfTheMessageIsShown();
  }

  @Test
  void theSeriesLeadToTheSpansOfTheRouteAndOfItsDeliveriesAndToTheProducersTrace() {
    await("the database's clock is known")
        .until(() -> series().contains("semel_proof_last_success_timestamp_seconds{"));
    send();
    await().until(() -> of("deliver " + destination).size() == 2);
    await("the commit is told")
        .until(() -> !exemplars("semel_inbox_critical_time_seconds").isEmpty());
    assertThat(exemplars("semel_inbox_processing_duration_seconds"))
        .isEqualTo(spans("process " + estate.name));
    assertThat(exemplars("semel_intent_delivery_duration_seconds"))
        .isNotEmpty()
        .isSubsetOf(spans("deliver " + destination));
    assertThat(exemplars("semel_inbox_critical_time_seconds"))
        .containsExactly(TraceSamples.SPAN_ID + " of " + TraceSamples.TRACE_ID);
    assertThat(series()).doesNotContain(TraceSamples.CANARY);
  }

  private List<String> spans(String name) {
    return of(name).stream().map(span -> span.getSpanId() + " of " + span.getTraceId()).toList();
  }

  /** The spans to which the values of a histogram lead. */
  private List<String> exemplars(String histogram) {
    return Pattern.compile(
            "(?m)^" + histogram + "_bucket.* # \\{span_id=\"(\\w+)\",trace_id=\"(\\w+)\"} ")
        .matcher(series())
        .results()
        .map(found -> found.group(1) + " of " + found.group(2))
        .toList();
  }

  private String series() {
    return new String(
        estate.engine().telemetry().series(SeriesFormat.OPEN_METRICS).orElseThrow(),
        StandardCharsets.UTF_8);
  }

  @Test
  void theLineOfAFailureTellsConsumerAndTraceBesideItsText() {
    fails = true;
    send();
    await().until(() -> estate.count("semel_parked", "reason = 'ATTEMPTS_EXHAUSTED'") == 1);
    await().until(() -> lines.of("SEMEL-0301") != null && lines.of("SEMEL-0303") != null);
    assertThat(lines.of("SEMEL-0301")).isEqualTo(expected());
    assertThat(lines.of("SEMEL-0303")).isEqualTo(expected());
    await().until(() -> of("process " + estate.name).size() == 1);
    assertNothingOfTheMessageIsShown();
  }

  private Map<String, String> expected() {
    return Map.of("consumer", estate.name, "trace_id", TraceSamples.TRACE_ID);
  }

  private void assertNothingOfTheMessageIsShown() {
    assertThat(world.spans().toString()).doesNotContain(TraceSamples.CANARY);
  }

  private List<SpanData> of(String name) {
    return world.spans().stream().filter(span -> span.getName().equals(name)).toList();
  }

  private static List<String> linked(SpanData span) {
    return span.getLinks().stream()
        .map(LinkData::getSpanContext)
        .map(context -> context.getSpanId())
        .toList();
  }

  private void send() {
    Jms.send(
        estate.server.broker(),
        estate.name,
        context -> {
          var message = context.createTextMessage("body " + TraceSamples.CANARY);
          message.setStringProperty("key", "key " + TraceSamples.CANARY);
          message.setStringProperty("traceparent", TraceSamples.TRACE);
          message.setStringProperty("ce_" + TraceSamples.CANARY, TraceSamples.CANARY);
          return message;
        });
  }

  /** What each line is about, by its code. */
  private static final class Lines extends Handler {

    private final Map<String, Map<String, String>> contexts = new ConcurrentHashMap<>();

    Lines() {
      Logger.getLogger("org.semel").addHandler(this);
    }

    Map<String, String> of(String code) {
      return contexts.get(code);
    }

    @Override
    public void publish(LogRecord line) {
      Map<String, String> context = MDC.getCopyOfContextMap();
      contexts.put(line.getMessage().split(" ", 2)[0], context == null ? Map.of() : context);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
      Logger.getLogger("org.semel").removeHandler(this);
    }
  }
}
