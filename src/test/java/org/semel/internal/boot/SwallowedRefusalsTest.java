// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.camel.DynamicRouter;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Header;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.RecipientList;
import org.apache.camel.RoutingSlip;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.ChoiceDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.TryDefinition;
import org.apache.camel.spi.BrowsableEndpoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.small.Jms;

/**
 * What a message chooses and Semel refuses cannot be swallowed: every breach of the rules, behind
 * every way to hide a failure, chosen in every way, under every protocol. All messages go through
 * one consumer, and each must be parked for what it was refused for, with nothing of it left.
 */
class SwallowedRefusalsTest {

  private static final String REFUSED = "SEMEL-0311";

  /** How a route lets a message choose. */
  private static final Map<String, BiConsumer<ProcessorDefinition<?>, RouteBuilder>> WAYS =
      new TreeMap<>(
          Map.of(
              "toD", (route, b) -> route.toD("${header.to}"),
              "list", (route, b) -> route.recipientList(b.header("to")),
              "slip", (route, b) -> route.routingSlip(b.header("to")),
              "router", (route, b) -> route.dynamicRouter(b.method(Chooser.class, "once")),
              "enrich", (route, b) -> route.enrich().header("to"),
              "beanList", (route, b) -> route.bean(Chooser.class, "list"),
              "beanSlip", (route, b) -> route.bean(Chooser.class, "slip"),
              "beanRouter", (route, b) -> route.bean(Chooser.class, "router")));

  /** What a chosen route must not do. */
  private static final Map<String, BiConsumer<ProcessorDefinition<?>, RouteBuilder>> BREACHES =
      new TreeMap<>(
          Map.of(
              "tapping", (route, b) -> route.wireTap("log:tapped"),
              "queueing", (route, b) -> route.to("seda:elsewhere"),
              "writing", (route, b) -> route.to("file:target/never"),
              "choosing", (route, b) -> route.toD("seda:${header.way}"),
              "splitting", (route, b) -> route.split(b.body()).parallelProcessing().log("x")));

  /** How a chosen route hides that it failed; most of these are breaches themselves. */
  private static final Map<String, BiConsumer<RouteDefinition, RouteBuilder>> HIDING =
      new TreeMap<>(
          Map.of(
              "handled", (route, b) -> route.onException(Exception.class).handled(true).end(),
              "continued", (route, b) -> route.onException(Exception.class).continued(true).end(),
              "deadLetter", (route, b) -> route.errorHandler(b.deadLetterChannel("log:dead")),
              "completed", (route, b) -> route.onCompletion().log("done").end()));

  /** Endpoints that no message may choose, and why. */
  private static final Map<String, String> ENDPOINTS =
      new TreeMap<>(
          Map.of(
              "seda:elsewhere", REFUSED,
              "file:target/never", REFUSED,
              "language:constant:x", REFUSED,
              "direct:absent?failIfNoConsumers=false", REFUSED,
              "inbox:effect?name=${header.none}", "SEMEL-0605"));

  private final SmallEstate estate = new SmallEstate();
  private final Map<String, String> expected = new TreeMap<>();

  @AfterEach
  void stop() {
    estate.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit", "store-first"})
  void whateverARouteMakesOfARefusalItsMessageIsParkedForIt(String protocol) {
    estate.under(protocol);
    estate.consumer("identity", "property:key");
    estate.consumer("headers", "to, way");
    estate.consumer("attempts", "1");
    estate.consumer("batch", "1");
    estate.consumer("workers", "6");
    estate.start(new Choosing(), new Chosen(), new Stopping());
    useEachWayOnce();
    sendAll();
    await("each is parked, or taken in")
        .atMost(Duration.ofMinutes(3))
        .until(() -> estate.queueIsEmpty() && ended() >= expected.size());
    assertThat(missed()).as("not parked for what they were refused for").isEmpty();
    assertThat(estate.count("semel_intent", "true")).as("effects").isZero();
    assertThat(estate.camel.getEndpoint("seda:elsewhere", BrowsableEndpoint.class).getExchanges())
        .as("handed to other threads")
        .isEmpty();
  }

  /**
   * Camel starts what a bean's annotation asks for when it is first used; another thread that comes
   * by at that moment finds it not started.
   */
  private void useEachWayOnce() {
    ProducerTemplate template = estate.camel.createProducerTemplate();
    for (String way : WAYS.keySet()) {
      template.sendBodyAndHeader("direct:way." + way, "x", "to", "log:first");
      template.sendBodyAndHeader("direct:caught." + way, "x", "to", "log:first");
    }
  }

  private long ended() {
    return estate.count(
        "semel_claim",
        "identity NOT IN (SELECT identity FROM semel_inbox"
            + " WHERE state NOT IN ('COMPLETED', 'PARKED'))");
  }

  private List<String> missed() {
    Map<String, String> parked = parked();
    return expected.entrySet().stream()
        .filter(one -> !one.getValue().equals(parked.get(one.getKey())))
        .map(one -> one.getKey() + " " + parked.get(one.getKey()))
        .toList();
  }

  private Map<String, String> parked() {
    Map<String, String> found = new TreeMap<>();
    for (String row :
        estate
            .server
            .postgres()
            .texts(
                "SELECT key || ' ' || detail FROM semel_parked WHERE consumer = ?", estate.name)) {
      String key = row.substring(0, row.indexOf(' '));
      String code = row.replaceFirst("(?s)^.*?(SEMEL-[0-9]{4}).*$", "$1");
      found.put(key, code);
    }
    return found;
  }

  private void sendAll() {
    List<String[]> messages = new ArrayList<>();
    for (String way : WAYS.keySet()) {
      for (String hiding : HIDING.keySet()) {
        messages.add(new String[] {way, "direct:" + hiding, REFUSED});
        for (String breach : BREACHES.keySet()) {
          messages.add(new String[] {way, "direct:" + hiding + "." + breach, REFUSED});
        }
      }
      for (String breach : BREACHES.keySet()) {
        messages.add(new String[] {way, "direct:stopping." + breach, REFUSED});
        messages.add(new String[] {way, "direct:catching." + breach, REFUSED});
        messages.add(new String[] {way + ".caught", "direct:plain." + breach, REFUSED});
      }
      ENDPOINTS.forEach(
          (endpoint, code) -> messages.add(new String[] {way + ".caught", endpoint, code}));
    }
    for (String[] message : messages) {
      String key = message[0] + ">" + message[1];
      expected.put(key, message[2]);
      Jms.send(
          estate.server.broker(),
          estate.name,
          context -> {
            var text = context.createTextMessage("a");
            text.setStringProperty("key", key);
            text.setStringProperty("way", message[0]);
            text.setStringProperty("to", message[1]);
            return text;
          });
    }
  }

  private final class Choosing extends RouteBuilder {
    @Override
    public void configure() {
      ChoiceDefinition choice = from("inbox:" + estate.name).to("intent:doors").choice();
      WAYS.forEach(
          (way, step) -> {
            choice.when(header("way").isEqualTo(way)).to("direct:way." + way);
            choice.when(header("way").isEqualTo(way + ".caught")).to("direct:caught." + way);
            step.accept(from("direct:way." + way), this);
            TryDefinition caught = from("direct:caught." + way).doTry();
            step.accept(caught, this);
            caught.doCatch(Exception.class).log("caught");
          });
    }
  }

  /** No step names these routes. */
  private static final class Chosen extends RouteBuilder {
    @Override
    public void configure() {
      HIDING.forEach(
          (hiding, how) -> {
            RouteDefinition plain = from("direct:" + hiding);
            how.accept(plain, this);
            plain.log("handled");
            BREACHES.forEach(
                (breach, step) -> {
                  RouteDefinition route = from("direct:" + hiding + "." + breach);
                  how.accept(route, this);
                  step.accept(route, this);
                });
          });
      BREACHES.forEach(
          (breach, step) -> {
            step.accept(from("direct:plain." + breach), this);
            TryDefinition caught = from("direct:catching." + breach).doTry();
            step.accept(caught, this);
            caught.doCatch(Exception.class).log("caught");
          });
    }
  }

  /** An interceptor ends each of these routes before its first step. */
  private static final class Stopping extends RouteBuilder {
    @Override
    public void configure() {
      intercept().stop();
      BREACHES.forEach((breach, step) -> step.accept(from("direct:stopping." + breach), this));
    }
  }

  /** Says where to go. */
  public static final class Chooser {
    public String once(
        @Header("to") String to, @ExchangeProperty(Exchange.SLIP_ENDPOINT) String former) {
      return former == null ? to : null;
    }

    @RecipientList
    public String list(@Header("to") String to) {
      return to;
    }

    @RoutingSlip
    public String slip(@Header("to") String to) {
      return to;
    }

    @DynamicRouter
    public String router(
        @Header("to") String to, @ExchangeProperty(Exchange.SLIP_ENDPOINT) String former) {
      return former == null ? to : null;
    }
  }
}
