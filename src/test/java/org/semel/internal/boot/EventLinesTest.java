// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.watch.trace.TraceSamples;
import org.semel.operations.KeptMessage;
import org.semel.operations.OperatorContext;
import org.semel.small.Jms;
import org.slf4j.MDC;

/**
 * Each event of a message's life has a line with a code; beside its text stand consumer or
 * destination and the trace of the producer, and nothing in it is payload. What retention does is
 * in {@link RetentionLinesTest}, a key that is reused with other bytes in {@link
 * RepeatedIntentTest}.
 */
class EventLinesTest {

  private static final OperatorContext ANN = new OperatorContext("ann", "the projection is empty");
  private static final Logger LOG = Logger.getLogger("org.semel");
  private static final Level USUAL = LOG.getLevel();

  private final SmallEstate estate = new SmallEstate();
  private final Lines lines = new Lines();
  private final AtomicInteger refusals = new AtomicInteger();
  private volatile Step route = exchange -> {};

  /** What a test lets the route do. */
  private interface Step {
    void run(Exchange exchange) throws Exception;
  }

  private record Line(String text, Map<String, String> context) {}

  /** Lines of all levels, with what they are about. */
  private static final class Lines extends Handler {

    private final List<Line> all = new CopyOnWriteArrayList<>();

    List<Line> of(String code) {
      return all.stream().filter(line -> line.text().startsWith(code)).toList();
    }

    @Override
    public void publish(LogRecord line) {
      Map<String, String> context = MDC.getCopyOfContextMap();
      all.add(new Line(line.getMessage(), context == null ? Map.of() : context));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @BeforeEach
  void listen() {
    LOG.addHandler(lines);
    LOG.setLevel(Level.FINE);
    estate
        .consumer("identity", "property:key")
        .consumer("attempts", "1")
        .with("semel.destination." + estate.name + ".keys", "honoured");
  }

  @AfterEach
  void close() {
    estate.close();
    LOG.setLevel(USUAL);
    LOG.removeHandler(lines);
  }

  @Test
  void aDuplicateThatIsAbsorbedIsTold() {
    start("xa");
    send("1", "a");
    send("1", "a");
    assertThat(told("SEMEL-0312").context()).isEqualTo(ofConsumer());
    assertThat(told("SEMEL-0312").text()).contains(estate.name + "/1");
  }

  /** A duplicate is no news: a log has it only at level DEBUG. */
  @Test
  void atTheUsualLevelADuplicateIsCountedAndNotTold() {
    LOG.setLevel(USUAL);
    start("xa");
    send("1", "a");
    send("1", "a");
    await("the duplicate").until(() -> estate.count("semel_duplicate", "true") >= 1);
    estate.close();
    assertThat(lines.of("SEMEL-0312")).isEmpty();
  }

  @Test
  void aLeaseThatIsReclaimedIsTold() {
    CountDownLatch hold = new CountDownLatch(1);
    AtomicInteger runs = new AtomicInteger();
    route =
        exchange -> {
          if (runs.incrementAndGet() == 1) {
            hold.await();
          }
        };
    estate.consumer("poll", "50ms");
    start("store-first");
    send("1", "a");
    await("the first run").until(() -> runs.get() == 1);
    estate
        .server
        .postgres()
        .execute(
            "UPDATE semel_inbox SET due_at = clock_timestamp() WHERE consumer = '%s'"
                .formatted(estate.name));
    Line line = told("SEMEL-0313");
    hold.countDown();
    assertThat(line.context()).isEqualTo(Map.of("consumer", estate.name));
    assertThat(line.text()).contains("1 stored messages");
  }

  @Test
  void aMessageThatIsParkedAndAKeyThatIsReusedWithAnotherBodyAreTold() {
    start("xa");
    send("1", "a");
    send("1", "b");
    assertThat(told("SEMEL-0303").text()).contains("CONFLICT");
    assertThat(told("SEMEL-0303").context()).isEqualTo(ofConsumer());
    route =
        exchange -> {
          throw new IllegalStateException(TraceSamples.CANARY);
        };
    send("2", "a");
    await("the message that is given up")
        .until(() -> lines.of("SEMEL-0303").stream().anyMatch(line -> line.text().contains("(2)")));
    assertThat(told("SEMEL-0301").context()).isEqualTo(ofConsumer());
  }

  @Test
  void intentsThatAReplayHasLeftOutAreTold() {
    estate.consumer("keep-body", "true").consumer("replay", "without-intents");
    start("xa");
    send("1", "a");
    await("the message that is kept").until(() -> !kept().isEmpty());
    await("its intent that is delivered")
        .until(
            () ->
                estate.count(
                        "semel_intent", "state = 'delivered' AND consumer = '" + estate.name + "'")
                    == 1);
    long last = kept().get(0).id();
    assertThat(
            estate.engine().operations().kept().forget(estate.name, 0, last, 10, ANN).forgotten())
        .isEqualTo(1);
    estate.engine().operations().kept().replay(kept().get(0).id(), ANN);
    assertThat(told("SEMEL-0807").context()).isEqualTo(ofConsumer());
    assertThat(told("SEMEL-0807").text()).contains("1 intents");
  }

  @Test
  void aProviderThatFailsIsTold() {
    refusals.set(1);
    start("xa");
    send("1", "a");
    Map<String, String> context =
        Map.of("destination", estate.name, "trace_id", TraceSamples.TRACE_ID);
    assertThat(told("SEMEL-0528").context()).isEqualTo(context);
    assertThat(told("SEMEL-0528").text()).contains("java.lang.IllegalStateException");
  }

  private List<KeptMessage> kept() {
    return estate.engine().operations().kept().kept(estate.name, 0, 10);
  }

  private Map<String, String> ofConsumer() {
    return Map.of("consumer", estate.name, "trace_id", TraceSamples.TRACE_ID);
  }

  /** The first line under this code, and that no line so far has anything of a message. */
  private Line told(String code) {
    await("a line " + code).until(() -> !lines.of(code).isEmpty());
    assertThat(lines.all).extracting(Line::text).noneMatch(text -> text.contains("c4nary"));
    return lines.of(code).get(0);
  }

  private void start(String protocol) {
    estate.under(protocol);
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .process(exchange -> route.run(exchange))
                .to("intent:" + estate.name);
            from("intent:" + estate.name)
                .process(
                    exchange -> {
                      if (refusals.getAndDecrement() > 0) {
                        throw new IllegalStateException(TraceSamples.CANARY);
                      }
                    });
          }
        });
  }

  private void send(String key, String body) {
    Jms.send(
        estate.server.broker(),
        estate.name,
        context -> {
          var message = context.createTextMessage(body + " " + TraceSamples.CANARY);
          message.setStringProperty("key", key);
          message.setStringProperty("traceparent", TraceSamples.TRACE);
          message.setStringProperty("ce_" + TraceSamples.CANARY, TraceSamples.CANARY);
          return message;
        });
  }
}
