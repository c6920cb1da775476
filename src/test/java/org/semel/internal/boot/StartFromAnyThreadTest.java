// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.ServiceStatus;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.spi.SupervisingRouteController;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Consumers and relays start on whatever thread Camel, or a person, starts them: names that only
 * the application's own threads have are looked up once, at its start.
 */
class StartFromAnyThreadTest {

  private static final String ROUTE = "under-test";

  /** Not the server's, and without a name in {@code java:comp}. */
  private static final Executor ELSEWHERE = work -> new Thread(work, "elsewhere").start();

  private final SmallEstate estate = new SmallEstate();

  @AfterEach
  void stop() {
    estate.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit", "store-first"})
  void aConsumerThatWasStoppedReceivesAgain(String protocol) throws Exception {
    estate.under(protocol);
    start(true);
    takesEffect("before");
    elsewhere(() -> estate.camel.getRouteController().stopRoute(ROUTE));
    elsewhere(() -> estate.camel.getRouteController().startRoute(ROUTE));
    takesEffect("after");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "&async=true"})
  void theControlBusStopsAndStarts(String how) throws Exception {
    start(true);
    takesEffect("before");
    order("stop", how);
    await().until(() -> status() == ServiceStatus.Stopped);
    order("start", how);
    await().until(() -> status() == ServiceStatus.Started);
    takesEffect("after");
  }

  @Test
  void theSupervisingControllerStartsIt() {
    SupervisingRouteController supervising = estate.camel.getRouteController().supervising();
    supervising.setInitialDelay(0);
    supervising.setThreadPoolSize(1);
    start(true);
    takesEffect("supervised");
  }

  @Test
  void whatIsNotToStartByItselfStartsLater() throws Exception {
    start(false);
    assertThat(status()).isEqualTo(ServiceStatus.Stopped);
    elsewhere(() -> estate.camel.getRouteController().startRoute(ROUTE));
    takesEffect("late");
  }

  @Test
  void aRelayThatWasStoppedDeliversAgain() throws Exception {
    start(true);
    elsewhere(() -> estate.camel.getRouteController().stopRoute("relay"));
    elsewhere(() -> estate.camel.getRouteController().startRoute("relay"));
    takesEffect("any");
    await().until(() -> estate.count("semel_intent", "state = 'delivered'") == 1);
  }

  private void start(boolean byItself) {
    estate.with("semel.consumer." + estate.name + ".identity", "property:key");
    String destination = "to-" + estate.name;
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .routeId(ROUTE)
                .autoStartup(byItself)
                .to("intent:" + destination);
            from("intent:" + destination).routeId("relay").log("sent");
          }
        });
  }

  private void takesEffect(String key) {
    estate.send(key, "a");
    await().until(() -> estate.count("semel_intent", "cause = '" + key + "'") == 1);
  }

  private ServiceStatus status() {
    return estate.camel.getRouteController().getRouteStatus(ROUTE);
  }

  private void order(String action, String how) throws Exception {
    try (ProducerTemplate template = estate.camel.createProducerTemplate()) {
      elsewhere(
          () ->
              template.sendBody(
                  "controlbus:route?routeId=" + ROUTE + "&action=" + action + how, null));
    }
  }

  /** Something that is done on a thread that the server knows nothing of. */
  @FunctionalInterface
  private interface Act {
    void run() throws Exception;
  }

  private static void elsewhere(Act act) throws ExecutionException, InterruptedException {
    CompletableFuture<Void> done = new CompletableFuture<>();
    ELSEWHERE.execute(
        () -> {
          try {
            act.run();
            done.complete(null);
          } catch (Exception e) {
            done.completeExceptionally(e);
          }
        });
    done.get();
  }
}
