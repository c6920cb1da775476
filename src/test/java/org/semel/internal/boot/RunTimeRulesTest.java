// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.spi.BrowsableEndpoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ways out of a transaction that only a message opens: found when it comes by, and closed before
 * anything has left.
 */
class RunTimeRulesTest {

  private final SmallEstate estate = new SmallEstate();

  @BeforeEach
  void keyed() {
    estate.with("semel.consumer." + estate.name + ".identity", "property:key");
    estate.with("semel.consumer." + estate.name + ".headers", "to");
    estate.with("semel.consumer." + estate.name + ".attempts", "1");
  }

  @AfterEach
  void stop() {
    estate.close();
  }

  @Test
  void aPartOfASplitThatFailsFailsItsMessageWhateverTheStrategyMakesOfIt() {
    start(
        (route, b) ->
            route
                .split(b.body().tokenize(","), (old, now) -> old == null ? now : old)
                .process(RunTimeRulesTest::failOnBad));
    assertParked("a,bad,c", "no stock");
  }

  @Test
  void aBranchOfAMulticastThatFailsFailsItsMessageWhateverTheStrategyMakesOfIt() {
    start(
        (route, b) ->
            route
                .multicast((old, now) -> old == null ? now : old)
                .to("log:a")
                .process(RunTimeRulesTest::failOnBad));
    assertParked("bad", "no stock");
  }

  @Test
  void aPartThatAsksForARollBackRollsItsMessageBack() {
    start(
        (route, b) ->
            route
                .split(b.body().tokenize(","), (old, now) -> old == null ? now : old)
                .filter(b.body().isEqualTo("bad"))
                .markRollbackOnly());
    assertParked("a,bad,c", "rollback-only");
  }

  @Test
  void aPartWhoseFailureIsCaughtHasNotFailed() {
    start(
        (route, b) ->
            route
                .split(b.body().tokenize(","), (old, now) -> old == null ? now : old)
                .doTry()
                .process(RunTimeRulesTest::failOnBad)
                .doCatch(IllegalStateException.class)
                .log("caught")
                .end()
                .end());
    estate.send("1", "a,bad,c");
    await().until(() -> estate.count("semel_claim", "true") == 1 && estate.queueIsEmpty());
    assertThat(estate.count("semel_parked", "true")).isZero();
  }

  @Test
  void aMessageThatDecidesForAnotherThreadIsNotSentThere() {
    start((route, b) -> route.toD("${header.to}"));
    assertNotSent();
  }

  @Test
  void norByAnEndpointThatCamelDoesNotKeep() {
    start((route, b) -> route.toD("${header.to}", -1));
    assertNotSent();
  }

  @Test
  void norByAReference() {
    estate.camel.getRegistry().bind("elsewhere", estate.camel.getEndpoint("seda:elsewhere"));
    estate.consumer("external", "allowed");
    start((route, b) -> route.toD("${header.to}"));
    estate.sendTo("ref:elsewhere");
    assertParkedWith("SEMEL-0311");
  }

  @Test
  void norFromARouteThatRemovesAllProperties() {
    start((route, b) -> route.removeProperties("*").toD("${header.to}"));
    assertNotSent();
  }

  @Test
  void aPartThatRemovesAllPropertiesAndFailsFailsItsMessage() {
    start(
        (route, b) ->
            route
                .split(b.body().tokenize(","), (old, now) -> old == null ? now : old)
                .removeProperties("*")
                .process(RunTimeRulesTest::failOnBad));
    assertParked("a,bad,c", "no stock");
  }

  @Test
  void aRouteThatRemovesAllPropertiesRecordsItsIntentsUnderTheIdentityOfItsMessage() {
    start((route, b) -> route.removeProperties("*").to("intent:doors").to("intent:doors"));
    estate.send("1", "a");
    await().until(() -> estate.count("semel_intent", "cause = '1'") == 2);
  }

  @Test
  void aMessageMayDecideForARouteOfTheSameTransaction() {
    start((route, b) -> route.toD("${header.to}"));
    estate.sendTo("direct:called");
    await().until(() -> estate.count("semel_intent", "true") == 1);
    assertThat(estate.count("semel_parked", "true")).isZero();
  }

  @Test
  void aMessageMayNotDecideForARouteThatLeavesTheTransaction() {
    start((route, b) -> route.toD("${header.to}"));
    estate.sendTo("direct:leaving");
    assertParkedWith("wireTap");
  }

  @Test
  void aMessageMayNotDecideForARouteThatIsPassedOverIfItIsNotThere() {
    start((route, b) -> route.toD("${header.to}"));
    estate.sendTo("direct:absent?failIfNoConsumers=false");
    assertParkedWith("SEMEL-0311");
  }

  @Test
  void aMessageMayNotDecideOnAStatement() {
    start((route, b) -> route.recipientList(b.header("to")).cacheSize(-1));
    estate.sendTo("language:constant:x");
    assertParkedWith("SEMEL-0311");
  }

  @Test
  void whatCannotBeUndoneIsNotDone(@TempDir Path folder) throws Exception {
    start((route, b) -> route.toD("${header.to}"));
    estate.sendTo("file:" + folder);
    assertParkedWith("SEMEL-0311");
    try (var files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void unlessThePolicyAllowsIt(@TempDir Path folder) {
    estate.with("semel.consumer." + estate.name + ".external", "allowed");
    start((route, b) -> route.toD("${header.to}"));
    estate.sendTo("file:" + folder);
    await().until(() -> folder.toFile().list().length == 1);
    await().until(() -> estate.count("semel_claim", "true") == 1);
    assertThat(estate.count("semel_parked", "true")).isZero();
  }

  @Test
  void aRouteThatIsNotOursSendsWhereItLikes() {
    start((route, b) -> route.log("x"));
    estate.camel.createProducerTemplate().sendBodyAndHeader("direct:free", "x", "to", "seda:x");
    assertThat(estate.camel.getEndpoint("seda:x", BrowsableEndpoint.class).getExchanges())
        .hasSize(1);
  }

  private static void failOnBad(org.apache.camel.Exchange exchange) {
    if (exchange.getMessage().getBody(String.class).equals("bad")) {
      throw new IllegalStateException("no stock");
    }
  }

  private void start(BiConsumer<RouteDefinition, RouteBuilder> steps) {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            steps.accept(from("inbox:" + estate.name), this);
            from("direct:called").to("intent:doors");
            from("direct:leaving").wireTap("log:tapped");
            from("direct:free").toD("${header.to}");
          }
        });
  }

  private void assertNotSent() {
    estate.sendTo("seda:elsewhere");
    assertParkedWith("SEMEL-0311");
    assertThat(estate.camel.getEndpoint("seda:elsewhere", BrowsableEndpoint.class).getExchanges())
        .isEmpty();
  }

  private void assertParked(String body, String detail) {
    estate.send("1", body);
    assertParkedWith(detail);
  }

  private void assertParkedWith(String detail) {
    await()
        .until(
            () ->
                estate.count("semel_parked", "true") == 1
                    || (estate.count("semel_claim", "true") == 1 && estate.queueIsEmpty()));
    assertThat(estate.count("semel_parked", "detail LIKE '%" + detail + "%'")).isEqualTo(1);
  }
}
