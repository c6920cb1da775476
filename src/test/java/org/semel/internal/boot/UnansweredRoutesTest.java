// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.jms.ConnectionFactory;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.camel.builder.AggregationStrategies;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.small.SmallServer;

/**
 * An intent counts as delivered when its route ends well. So a route that delivers must not end
 * well before there is an answer for the effect: each way out of that is refused at the start, and
 * what only a message chooses is refused when it is sent.
 */
class UnansweredRoutesTest {

  private final SmallEstate estate = new SmallEstate();
  private final String destination = "d" + System.nanoTime();

  @AfterEach
  void stop() {
    estate.close();
  }

  /** By the word that the refusal names. */
  private static final Map<String, Consumer<RouteBuilder>> WAYS =
      Map.ofEntries(
          way("seda", builder -> builder.from("direct:out").to("seda:x")),
          way("stub", builder -> builder.from("direct:out").to("stub:x")),
          way("wireTap", builder -> builder.from("direct:out").wireTap("direct:far")),
          way(
              "aggregate",
              builder ->
                  builder
                      .from("direct:out")
                      .aggregate(builder.constant("all"), AggregationStrategies.useLatest())
                      .completionSize(2)
                      .to("direct:far")),
          way(
              "resequence",
              builder -> builder.from("direct:out").resequence(builder.body()).to("direct:far")),
          way("sample", builder -> builder.from("direct:out").sample(60_000).to("direct:far")),
          way(
              "onCompletion",
              builder -> builder.from("direct:out").onCompletion().to("direct:far").end().log("x")),
          way(
              "deadLetterChannel",
              builder ->
                  builder
                      .from("direct:out")
                      .errorHandler(builder.deadLetterChannel("log:dead"))
                      .to("direct:far")),
          way(
              "onException handled",
              builder ->
                  builder
                      .from("direct:out")
                      .onException(Exception.class)
                      .handled(true)
                      .end()
                      .to("direct:far")),
          way(
              "onException continued",
              builder ->
                  builder
                      .from("direct:out")
                      .onException(Exception.class)
                      .continued(true)
                      .end()
                      .to("direct:far")),
          way(
              "circuitBreaker",
              builder ->
                  builder.from("direct:out").circuitBreaker().to("direct:far").end().log("x")),
          way(
              "multicast timeout",
              builder ->
                  builder
                      .from("direct:out")
                      .multicast()
                      .parallelProcessing()
                      .timeout(1_000)
                      .to("direct:far")
                      .end()),
          way(
              "deliveryPersistent",
              builder -> builder.from("direct:out").to("jms:queue:x?deliveryPersistent=false")));

  private static Map.Entry<String, Consumer<RouteBuilder>> way(
      String word, Consumer<RouteBuilder> route) {
    return Map.entry(word, route);
  }

  static Stream<String> ways() {
    return WAYS.keySet().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aRouteThatMayEndWellWithoutAnAnswerDoesNotStart(String way) {
    assertThatThrownBy(() -> start(WAYS.get(way)))
        .hasMessageContaining("SEMEL-0612")
        .hasMessageContaining("(" + way)
        .hasMessageContaining("semel.destination.<name>.unanswered=allowed");
  }

  /** No circuit breaker is on the class path of the tests. */
  static Stream<String> startable() {
    return ways().filter(way -> !way.startsWith("circuitBreaker"));
  }

  @ParameterizedTest
  @MethodSource("startable")
  void byAWordOfItsPolicyItDoes(String way) {
    estate.with("semel.destination." + destination + ".unanswered", "allowed");
    assertThatCode(() -> start(WAYS.get(way))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @MethodSource("unwaiting")
  void soItIsWhereTheComponentDoesNotWaitForTheBroker(String option, JmsComponent own) {
    estate.camel.getRegistry().bind("own", own);
    assertThatThrownBy(() -> start(builder -> builder.from("direct:out").to("own:queue:x")))
        .hasMessageContaining("SEMEL-0612")
        .hasMessageContaining("(" + option);
  }

  @ParameterizedTest
  @MethodSource("unwaiting")
  void unlessTheEndpointDoes(String option, JmsComponent own) {
    estate.camel.getRegistry().bind("own", own);
    String waits = "own:queue:x?deliveryPersistent=true&deliveryMode=2";
    assertThatCode(() -> start(builder -> builder.from("direct:out").to(waits)))
        .as(option)
        .doesNotThrowAnyException();
  }

  static Stream<Arguments> unwaiting() {
    ConnectionFactory factory = SmallServer.shared().broker().plainFactory();
    JmsComponent notPersistent = JmsComponent.jmsComponentAutoAcknowledge(factory);
    notPersistent.setDeliveryPersistent(false);
    JmsComponent byMode = JmsComponent.jmsComponentAutoAcknowledge(factory);
    byMode.setDeliveryMode(1);
    return Stream.of(
        Arguments.of("deliveryPersistent", notPersistent), Arguments.of("deliveryMode", byMode));
  }

  /** The relay waits for the end of each of these. */
  @Test
  void whatWaitsForItsEndStarts() {
    assertThatCode(
            () ->
                start(
                    builder ->
                        builder
                            .from("direct:out")
                            .split(builder.body().tokenize(","))
                            .parallelProcessing()
                            .threads()
                            .doTry()
                            .to("direct:far")
                            .doCatch(IllegalStateException.class)
                            .to("direct:far")
                            .end()))
        .doesNotThrowAnyException();
  }

  /** By what fails in them. */
  private static final Map<String, Consumer<RouteBuilder>> FAILING =
      Map.ofEntries(
          way(
              "the rest, on another thread",
              b -> b.from("direct:out").threads().to("direct:fails")),
          way(
              "a part",
              b -> b.from("direct:out").multicast().to("direct:fails").to("direct:far").end()),
          way(
              "a part that a strategy drops",
              b ->
                  b.from("direct:out")
                      .multicast((old, next) -> old == null ? next : old)
                      .to("direct:far")
                      .to("direct:fails")
                      .end()),
          way(
              "a part of a split that a strategy drops",
              b ->
                  b.from("direct:out")
                      .split(
                          b.constant("far,fails").tokenize(","),
                          AggregationStrategies.useOriginal(false))
                      .toD("direct:${body}")
                      .end()),
          way("a step that is chosen and may not be", b -> catching(b, "seda:x")),
          way("a route that is chosen and may not be", b -> catching(b, "direct:far-away")),
          way("such a step of a transaction", b -> catching(b, "direct:transacted")));

  static Stream<String> failing() {
    return FAILING.keySet().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("failing")
  void whatFailsIsNotDeliveredThoughItsRouteGoesOn(String what) {
    estate.with("semel.destination." + destination + ".attempts", "1").with("far", "seda:x");
    start(FAILING.get(what));
    estate.send("1", "a");
    await("it is settled").until(() -> estate.count("semel_intent", "settled_at IS NOT NULL") == 1);
    assertThat(estate.count("semel_intent", "state = 'delivered'")).as("delivered").isZero();
  }

  private static void catching(RouteBuilder builder, String chosen) {
    builder
        .from("direct:out")
        .doTry()
        .recipientList(builder.method(new Chosen(chosen), "endpoint"))
        .end()
        .doCatch(Exception.class)
        .to("log:caught")
        .end();
  }

  /** Where a message is to go, as the model does not show. */
  public record Chosen(String endpoint) {}

  private void start(Consumer<RouteBuilder> out) {
    estate.consumer("identity", "property:key");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("intent:" + destination);
            from("intent:" + destination).to("direct:out");
            from("direct:far").log("far");
            from("direct:far-away").wireTap("direct:far");
            from("direct:transacted")
                .transacted("PROPAGATION_REQUIRED")
                .recipientList(simple("${properties:far}"));
            from("direct:fails").throwException(IllegalStateException.class, "no answer");
            out.accept(this);
          }
        });
  }
}
