// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.send.Destination;
import org.semel.message.Identity;
import org.semel.operations.IntentRecord;
import org.semel.operations.Operations;
import org.semel.operations.OperatorContext;
import org.semel.operations.ParkedFilter;
import org.semel.operations.Plan;
import org.semel.operations.Selection;

/** A provider over HTTP that answers so that nobody knows what it did, and what is seen of it. */
class UnknownOutcomesTest {

  private static final OperatorContext ANN =
      new OperatorContext("ann", "the provider says that it had none");

  private final SmallEstate estate = new SmallEstate();
  private final Destination destination = new Destination("d" + System.nanoTime());
  private final Operations operations = new StartedOperations(() -> estate.engine().operations());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger status = new AtomicInteger(500);
  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger accepted = new AtomicInteger();
  private HttpServer provider;

  @BeforeEach
  void start() throws IOException {
    estate.with("semel.consumer." + estate.name + ".identity", "property:key");
    estate.with("semel.destination." + destination + ".circuit-failures", "1000");
    provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.setExecutor(threads);
    provider.createContext("/send", this::answer);
    provider.start();
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("intent:" + destination);
            from("intent:" + destination).to(url("/send"));
          }
        });
  }

  @AfterEach
  void stop() {
    estate.close();
    provider.stop(0);
    threads.shutdownNow();
  }

  @Test
  void anOutcomeThatNobodyKnowsIsListedAsUnknown() {
    estate.send("a", "x");
    estate.send("b", "x");
    await().until(() -> unknown().size() == 2);
    assertThat(unknown())
        .extracting(IntentRecord::cause)
        .containsExactlyInAnyOrder(new Identity(estate.name, "a"), new Identity(estate.name, "b"));
    assertThat(unknown())
        .allSatisfy(record -> assertThat(record.answers().last().orElseThrow()).contains("500"));
    assertThat(unknown())
        .allSatisfy(record -> assertThat(record.answers().attempts()).isEqualTo(1));
  }

  @Test
  void aPlanSendsAgainWhatIsUnknownOnceAPersonVouchesForIt() {
    for (int i = 0; i < 8; i++) {
      estate.send("k" + i, "x");
    }
    await().until(() -> unknown().size() == 8);
    Replays replays = new Replays(operations, ANN);
    long plan =
        replays.frozen(
            Selection.retryIntents(
                destination.name(),
                ParkedFilter.ALL.because(IntentRecord.Reason.OUTCOME_UNKNOWN),
                100),
            new Plan.Pace(100, 0));
    operations.plans().start(plan, ANN);
    await().until(() -> replays.state(plan) == Plan.State.STOPPED);
    assertThat(unknown()).as("one was tried, and is unknown again").hasSize(8);
    status.set(200);
    operations.plans().resume(plan, ANN);
    await().until(() -> replays.state(plan) == Plan.State.DONE);
    assertThat(accepted).hasValue(7);
    assertThat(unknown()).hasSize(1);
  }

  /** The provider refuses it as it is there already, and the next person would make it again. */
  @Test
  void aRefusalAfterAPersonsRetryIsNoWordOnWhatMayHaveTakenEffectBefore() {
    estate.send("a", "x");
    estate.send("b", "x");
    await().until(() -> unknown().size() == 2);
    status.set(422);
    operations.intents().retry(unknown().get(0).key(), ANN);
    await().until(() -> estate.count("semel_intent", "attempts = 2 AND state = 'parked'") == 1);
    assertThat(unknown()).as("by hand").hasSize(2);
    Replays replays = new Replays(operations, ANN);
    long plan =
        replays.frozen(
            Selection.retryIntents(destination.name(), ParkedFilter.ALL.saying("500"), 100),
            new Plan.Pace(100, 0));
    operations.plans().start(plan, ANN);
    await().until(() -> replays.state(plan) == Plan.State.STOPPED);
    assertThat(unknown())
        .as("by a plan")
        .hasSize(2)
        .allSatisfy(record -> assertThat(record.answers().last().orElseThrow()).contains("422"));
  }

  @Test
  void whereTheProviderCanBeAskedItIsAskedBeforeAPersonsRetryIsSent() throws Exception {
    estate.send("a", "x");
    await().until(() -> unknown().size() == 1);
    provider.createContext("/find", http -> answer(http, 200));
    estate.camel.addRoutes(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("intent:" + destination + "?query=true").to(url("/find"));
          }
        });
    operations.intents().retry(unknown().get(0).key(), ANN);
    await().until(() -> estate.count("semel_intent", "attempts = 2 OR state = 'delivered'") == 1);
    assertThat(sent).as("sent").hasValue(1);
    await().until(() -> estate.count("semel_intent", "state = 'delivered'") == 1);
  }

  private String url(String path) {
    return "http://localhost:" + provider.getAddress().getPort() + path;
  }

  private List<IntentRecord> unknown() {
    return operations
        .intents()
        .parked(
            destination.name(), ParkedFilter.ALL.because(IntentRecord.Reason.OUTCOME_UNKNOWN), 100);
  }

  private void answer(HttpExchange http) throws IOException {
    sent.incrementAndGet();
    if (status.get() == 200) {
      accepted.incrementAndGet();
    }
    answer(http, status.get());
  }

  private static void answer(HttpExchange http, int status) throws IOException {
    http.sendResponseHeaders(status, -1);
    http.close();
  }
}
