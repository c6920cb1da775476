// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.spi.RouteController;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.operations.node.ConsumerStatus.ConsumerState;
import org.semel.operations.node.DestinationStatus;
import org.semel.operations.node.DestinationStatus.DestinationState;
import org.semel.operations.node.Node;

/** What a node says of its consumers and destinations, while they meet it. */
class NodeStatusTest {

  private final HttpEstate http = new HttpEstate();
  private final SmallEstate estate = http.estate;
  private final AtomicBoolean away = new AtomicBoolean();
  private final AtomicInteger status = new AtomicInteger(200);

  @AfterEach
  void stop() {
    http.close();
  }

  @Test
  void aConsumerWaitsForItsProofAndReceivesAndPausesAsItsBrokerIsAwayOrThere() {
    estate.through(this::leaving);
    estate.under("ack-after-commit");
    away.set(true);
    start();
    await().until(() -> consumer() instanceof ConsumerState.AwaitingProof);
    await()
        .untilAsserted(
            () ->
                assertThat(((ConsumerState.AwaitingProof) consumer()).cause().orElse(""))
                    .startsWith(JMSException.class.getName())
                    .doesNotContain("payload"));
    away.set(false);
    await().until(() -> consumer() instanceof ConsumerState.Receiving);
    assertThat(estate.engine().operations().running()).contains(estate.name);
  }

  @Test
  void aConsumerWhoseRouteIsSuspendedOrStoppedSaysSo() throws Exception {
    start();
    await().until(() -> consumer() instanceof ConsumerState.Receiving);
    RouteController routes = estate.camel.getRouteController();
    routes.suspendRoute("receive");
    assertThat(consumer()).isInstanceOf(ConsumerState.RouteSuspended.class);
    routes.resumeRoute("receive");
    assertThat(consumer()).isInstanceOf(ConsumerState.Receiving.class);
    routes.stopRoute("receive");
    assertThat(consumer()).isInstanceOf(ConsumerState.RouteStopped.class);
    routes.startRoute("receive");
    await().until(() -> consumer() instanceof ConsumerState.Receiving);
  }

  @Test
  void aDestinationThatDeniesAccessSaysWithWhatAndDeliversOnceItGrantsIt() {
    http.with("circuit-open", "200ms");
    status.set(401);
    start();
    assertThat(destination()).isEqualTo(new DestinationState.Delivering());
    estate.send("1", "a");
    await()
        .until(
            () ->
                destination() instanceof DestinationState.AccessDenied denied
                    && denied.why().equals("HTTP status 401"));
    status.set(200);
    await().until(() -> destination().equals(new DestinationState.Delivering()));
  }

  @Test
  void aDestinationWhoseProviderFailsSaysHowOftenAndOneThatIsStoppedDoesNotRun() throws Exception {
    http.with("circuit-failures", "2").with("circuit-open", "1h").with("not-done", "503");
    status.set(503);
    start();
    estate.send("1", "a,b,c");
    await().until(() -> destination() instanceof DestinationState.CircuitOpen);
    assertThat(((DestinationState.CircuitOpen) destination()).nextTry()).isPositive();
    estate.camel.getRouteController().suspendRoute("send");
    assertThat(destination()).isEqualTo(new DestinationState.NotRunning());
    status.set(200);
    estate.camel.getRouteController().resumeRoute("send");
    assertThat(destination()).as("begins anew").isEqualTo(new DestinationState.Delivering());
  }

  @Test
  void itsNameTellsApplicationAndProcess() {
    estate.with("semel.application", "shop");
    start();
    assertThat(node().name()).startsWith("shop, " + ProcessHandle.current().pid() + "@");
  }

  private void start() {
    http.start((exchange, body) -> HttpEstate.answer(exchange, status.get()));
  }

  private Node node() {
    return estate.engine().operations().node();
  }

  private ConsumerState consumer() {
    return node().consumers().stream()
        .filter(one -> one.name().equals(estate.name))
        .findFirst()
        .orElseThrow()
        .state();
  }

  private DestinationState destination() {
    return node().destinations().stream()
        .filter(one -> one.name().equals(http.destination))
        .map(DestinationStatus::state)
        .findFirst()
        .orElseThrow();
  }

  /** A broker that can be away. */
  private ConnectionFactory leaving(ConnectionFactory real) {
    return (ConnectionFactory)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {ConnectionFactory.class},
            (proxy, method, arguments) -> {
              if (away.get() && method.getName().equals("createConnection")) {
                throw new JMSException("payload");
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
