// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.small.Jms;

/**
 * Routes that deliver in the relay's transaction ({@code transfer=xa}): what a rollback does not
 * undo would be repeated by every attempt, and what hides a failure would lose an intent.
 */
class TransferRulesTest {

  private final SmallEstate estate = new SmallEstate();
  private final String destination = "d" + System.nanoTime();
  private final String out = Jms.queue(estate.server.broker());

  @BeforeEach
  void transfers() {
    estate.consumer("identity", "property:key");
    estate.consumer("headers", "to");
    estate.with("semel.destination." + destination + ".transfer", "xa");
    estate.with("semel.destination." + destination + ".headers", "to");
    estate.with("semel.destination." + destination + ".attempts", "1");
  }

  @AfterEach
  void stop() {
    estate.close();
  }

  @Test
  void whatAMessageCompletes() {
    assertRefused("http", (route, b) -> route.toD("http://localhost:1/${header.to}"));
  }

  @Test
  void whatIsAskedToEnrich() {
    assertRefused("https", (route, b) -> route.enrich("https://localhost:1/"));
  }

  @Test
  void whatIsNamedInAList() {
    assertRefused("smtp", (route, b) -> route.recipientList(b.constant("smtp:a,smtp:b")));
  }

  @Test
  void whatIsPolledFromElsewhere(@TempDir Path folder) {
    assertRefused("polls", (route, b) -> route.pollEnrich("file:" + folder, 1));
  }

  @Test
  void aComponentThatIsNotKnownToStayInsideWhateverItIsCalled() {
    estate.camel.getRegistry().bind("shelf", estate.camel.getComponent("file"));
    assertRefused("shelf", (route, b) -> route.to("shelf:target/never"));
  }

  /** One that counted as sent would be left out when it is sent again. */
  @Test
  void keysThatARollBackDoesNotUndo() {
    assertRefused(
        "idempotentConsumer",
        (route, b) ->
            route.idempotentConsumer(b.header("to"), new MemoryIdempotentRepository()).log("x"));
  }

  @Test
  void aFailoverThatHidesAFailure() {
    assertRefused(
        "loadBalance", (route, b) -> route.loadBalance().failover().to("log:a").to("log:b").end());
  }

  @Test
  void anEndpointThatAMessageChoosesIsNotSentTo(@TempDir Path folder) throws Exception {
    start((route, b) -> route.toD("${header.to}"));
    estate.sendTo("file:" + folder);
    awaitParked();
    assertThat(intents("detail LIKE '%SEMEL-0311%'")).as("told why").isEqualTo(1);
    assertThat(estate.server.broker().messages(out)).isZero();
    try (var files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void norIsARouteEnteredThatSendsThere(@TempDir Path folder) throws Exception {
    start((route, b) -> route.toD("${header.to}"), "file:" + folder);
    estate.sendTo("direct:elsewhere");
    awaitParked();
    assertThat(estate.server.broker().messages(out)).isZero();
    try (var files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:target/never", "direct:handling"})
  void norIsARefusalSwallowed(String chosen) {
    start(
        (route, b) ->
            route
                .doTry()
                .toD("${header.to}")
                .doCatch(Exception.class)
                .log("caught")
                .endDoTry()
                .end());
    estate.sendTo(chosen);
    awaitParked();
    assertThat(intents("detail LIKE '%SEMEL-0311%'")).as("told why").isEqualTo(1);
    assertThat(estate.server.broker().messages(out)).isZero();
  }

  @Test
  void aQueueIsSentToWhoeverChoosesIt() {
    start((route, b) -> route.recipientList(b.header("to")));
    estate.sendTo("jms:queue:" + out);
    await("it is delivered").until(() -> intents("state = 'delivered'") == 1);
    await("both are there").until(() -> estate.server.broker().messages(out) == 2);
  }

  @Test
  void aComponentOfTheApplicationsOwnMaySendOverJms() {
    estate.camel.getRegistry().bind("activemq", JmsComponent.jmsComponent(estate.server.factory()));
    start((route, b) -> route.to("activemq:queue:" + out));
    estate.sendTo("x");
    await("it is delivered").until(() -> intents("state = 'delivered'") == 1);
  }

  /**
   * Whatever the strategy makes of it: the other parts would commit, and this one would be lost.
   */
  @Test
  void aPartThatFailsIsUndoneWithAllOthers() {
    start(
        (route, b) ->
            route
                .split(b.body().tokenize(","), (old, now) -> old == null ? now : old)
                .choice()
                .when(b.body().isEqualTo("bad"))
                .throwException(new IllegalStateException("no room"))
                .end());
    estate.send("1", "a,bad,c");
    awaitParked();
    assertThat(estate.server.broker().messages(out)).isZero();
  }

  private void assertRefused(String step, BiConsumer<RouteDefinition, RouteBuilder> steps) {
    assertThatThrownBy(() -> start(steps))
        .hasMessageContaining("SEMEL-0601")
        .hasMessageContaining(step);
    assertThat(estate.camel.isStarted()).isFalse();
  }

  private void start(BiConsumer<RouteDefinition, RouteBuilder> steps) {
    start(steps, "log:elsewhere");
  }

  private void start(BiConsumer<RouteDefinition, RouteBuilder> steps, String elsewhere) {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("intent:" + destination);
            steps.accept(from("intent:" + destination).to("jms:queue:" + out), this);
            from("direct:elsewhere").to(elsewhere);
            from("direct:handling").onException(Exception.class).handled(true).end().log("x");
          }
        });
  }

  private void awaitParked() {
    await("it is parked, or delivered").until(() -> intents("settled_at IS NOT NULL") == 1);
    assertThat(intents("reason = 'ATTEMPTS_EXHAUSTED'")).as("parked").isEqualTo(1);
  }

  private long intents(String where) {
    return estate.count("semel_intent", where);
  }
}
