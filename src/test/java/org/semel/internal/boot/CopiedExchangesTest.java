// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.transaction.Status;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import org.apache.camel.AggregationStrategy;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.RouteDefinition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Some steps work on a copy of the exchange, which Camel does not take for transacted, and whose
 * mark to roll back nobody hands on.
 */
class CopiedExchangesTest {

  private static final AggregationStrategy FORMER =
      (former, copy) -> former == null ? copy : former;

  private static final Map<String, BiConsumer<RouteDefinition, RouteBuilder>> COPYING =
      Map.of(
          "enrich", (route, b) -> route.enrich("direct:copied"),
          "routingSlip", (route, b) -> route.routingSlip(b.constant("direct:copied,direct:copied")),
          "dynamicRouter", CopiedExchangesTest::routed,
          "recipientList", (route, b) -> route.recipientList(b.constant("direct:copied")),
          "multicast", (route, b) -> route.multicast().to("direct:copied"),
          "split", (route, b) -> route.split(b.body()).to("direct:copied"),
          "loop", (route, b) -> route.loop(2).copy().delay(1).process("seen").end());

  private final SmallEstate estate = new SmallEstate();
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private final List<Integer> transactions = new CopyOnWriteArrayList<>();

  @BeforeEach
  void keyed() {
    estate.with("semel.consumer." + estate.name + ".identity", "property:key");
    estate.with("semel.consumer." + estate.name + ".attempts", "1");
  }

  @AfterEach
  void stop() {
    estate.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "enrich",
        "routingSlip",
        "dynamicRouter",
        "recipientList",
        "multicast",
        "split",
        "loop"
      })
  void whatIsDelayedInACopyGoesOnInItsTransaction(String step) {
    start(
        (route, b) -> {
          route.process("seen");
          COPYING.get(step).accept(route, b);
          route.process("seen");
        });
    estate.send("1", "a");
    await("the message taken in")
        .until(() -> estate.count("semel_claim", "true") == 1 && estate.queueIsEmpty());
    assertThat(transactions).hasSizeGreaterThan(2).containsOnly(Status.STATUS_ACTIVE);
    assertThat(threads).hasSize(1);
  }

  @Test
  void aMarkInWhatEnrichesRollsItsMessageBackWhateverTheStrategyMakesOfIt() {
    start((route, b) -> route.enrich("direct:marked", FORMER));
    assertRolledBack();
  }

  @Test
  void aMarkAtARecipientRollsItsMessageBackWhateverTheStrategyMakesOfIt() {
    start(
        (route, b) ->
            route
                .recipientList(b.constant("direct:fine,direct:marked"))
                .aggregationStrategy(FORMER)
                .shareUnitOfWork());
    assertRolledBack();
  }

  @Test
  void aMarkThatIsMadeInAnEnrichedRouteOfAnEnrichedRouteRollsItsMessageBack() {
    start((route, b) -> route.enrich("direct:further", FORMER));
    assertRolledBack();
  }

  private static void routed(RouteDefinition route, RouteBuilder b) {
    route.setProperty("times", b.constant(0)).dynamicRouter(b.method(Twice.class));
  }

  /** Says where to go, twice. */
  public static final class Twice {
    public static String next(Exchange exchange) {
      int times = exchange.getProperty("times", Integer.class);
      exchange.setProperty("times", times + 1);
      return times < 2 ? "direct:copied" : null;
    }
  }

  private void assertRolledBack() {
    estate.send("1", "a");
    await("it is parked, or taken in")
        .until(
            () ->
                estate.count("semel_parked", "true") == 1
                    || (estate.count("semel_claim", "true") == 1 && estate.queueIsEmpty()));
    assertThat(
            estate
                .server
                .postgres()
                .texts("SELECT detail FROM semel_parked WHERE consumer = ?", estate.name))
        .hasSize(1)
        .allMatch(detail -> detail.contains("rollback-only"));
    assertThat(estate.count("semel_intent", "true")).isZero();
  }

  private void see(Exchange exchange) throws Exception {
    threads.add(Thread.currentThread());
    transactions.add(estate.server.manager().getStatus());
  }

  private void start(BiConsumer<RouteDefinition, RouteBuilder> steps) {
    estate.camel.getRegistry().bind("seen", (org.apache.camel.Processor) this::see);
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            RouteDefinition route = from("inbox:" + estate.name).to("intent:doors");
            steps.accept(route, this);
            from("direct:copied").delay(1).process("seen");
            from("direct:fine").log("fine");
            from("direct:marked").markRollbackOnly();
            from("direct:further").enrich("direct:last", FORMER);
            from("direct:last").markRollbackOnlyLast();
          }
        });
  }
}
