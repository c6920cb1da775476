// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.semel.internal.boot.HttpEstate.answer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.desk.watch.doctor.HealthReport.Status;
import org.semel.operations.Operations;
import org.semel.operations.OperatorContext;
import org.semel.operations.PauseActs.Pause;
import org.semel.operations.PauseActs.PauseResult;
import org.semel.operations.PauseActs.ResumeResult;
import org.semel.operations.PauseActs.Target;
import org.semel.small.WatchedThreads;

/** An operator pauses a consumer or a destination, on real nodes over one database. */
class PauseTest {

  private static final OperatorContext ANN = new OperatorContext("ann", "the price list is wrong");
  private static final String PAUSED = "SEMEL-0830";
  private static final String RESUMED = "SEMEL-0831";
  private static final Duration A_WHILE = Duration.ofMillis(400);

  /** A look that has begun before the pause may still lease, and gives back. */
  private static final String NOT_LEASED_AGAIN =
      "state = 'pending' AND attempts = 0 AND lease <= 1";

  /** A node takes what has been paused since it began for its own; it may be slow to look. */
  private static final String A_MINUTE_AGO =
      "UPDATE semel_pause SET paused_at = paused_at - interval '1 minute' WHERE name = '%s'";

  private final LogLines lines = new LogLines();
  private final List<SmallEstate> nodes = new ArrayList<>();
  private final List<WatchedThreads> threads = new ArrayList<>();
  private final List<String> effects = new CopyOnWriteArrayList<>();
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final SmallEstate first = new SmallEstate();
  private final Target consumer = Target.consumer(first.name);
  private volatile String heldUp = "";

  @AfterEach
  void stop() {
    goOn.countDown();
    nodes.forEach(SmallEstate::close);
    lines.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit", "store-first"})
  void aPausedConsumerReceivesNothingAndLosesNothing(String protocol) {
    start(first, protocol);
    first.send("1", "1");
    await().until(() -> effects.equals(List.of("1")) && first.queueIsEmpty());
    pause(true);
    atRest(protocol.equals("store-first") ? 3 : 2); // a receiver more; who renews leases goes on
    for (int i = 2; i <= 20; i++) {
      first.send("" + i, "" + i);
    }
    assertNothingMoreThan(1);
    assertThat(first.server.broker().messages(first.name)).isEqualTo(19);
    assertThat(operations(first).pauses().resume(consumer, ANN))
        .isInstanceOf(ResumeResult.Resumed.class);
    await().until(() -> effects.size() == 20 && first.queueIsEmpty());
    assertThat(effects).doesNotHaveDuplicates();
    await("it is told").until(() -> lines.with(RESUMED, first.name).size() == 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"xa", "store-first"})
  void whatIsInHandEndsFirst(String protocol) throws InterruptedException {
    heldUp = "1";
    start(first.consumer("workers", "1").consumer("batch", "1"), protocol);
    first.send("1", "1");
    await().until(() -> effects.contains("begun 1"));
    pause(true);
    first.send("2", "2");
    goOn.countDown();
    await().until(() -> effects.contains("1") && first.count("semel_claim", "key = '1'") == 1);
    assertNothingMoreThan(2);
    operations(first).pauses().resume(consumer, ANN);
    await().until(() -> effects.contains("2"));
  }

  /** They wait in the table, and nobody works them off. */
  @Test
  void whatIsStoredAlreadyIsNotWorkedOffEither() {
    heldUp = "1";
    start(first.consumer("workers", "1").consumer("batch", "1"), "store-first");
    first.send("1", "1");
    await().until(() -> effects.contains("begun 1"));
    for (int i = 2; i <= 5; i++) {
      first.send("" + i, "" + i);
    }
    await().until(() -> first.count("semel_inbox", "state = 'RECEIVED'") == 4);
    pause(true);
    goOn.countDown();
    await().until(() -> first.count("semel_inbox", "state = 'COMPLETED'") == 1);
    assertNothingMoreThan(2);
    assertThat(first.count("semel_inbox", "state = 'RECEIVED'")).isEqualTo(4);
    operations(first).pauses().resume(consumer, ANN);
    await().until(() -> first.count("semel_inbox", "state = 'COMPLETED'") == 5);
  }

  @Test
  void everyNodeObeysWhoeverWasAsked() {
    SmallEstate second = new SmallEstate();
    start(first, "xa");
    start(second, "xa");
    pause(true);
    await().until(() -> lines.with(PAUSED, first.name).size() == 2);
    atRest(2);
    first.send("1", "1");
    assertNothingMoreThan(0);
    assertThat(operations(second).pauses().resume(consumer, ANN))
        .isInstanceOf(ResumeResult.Resumed.class);
    await().until(() -> effects.equals(List.of("1")));
    await().until(() -> lines.with(RESUMED, first.name).size() == 2);
  }

  @Test
  void aPauseThatIsKeptOutlivesTheNode() {
    start(first, "xa");
    pause(true);
    first.close();
    first.send("1", "1");
    SmallEstate next = new SmallEstate();
    start(next, "xa");
    assertThat(lines.with(PAUSED, first.name, "until somebody resumes it")).hasSize(2);
    assertNothingMoreThan(0);
    operations(next).pauses().resume(consumer, ANN);
    await().until(() -> effects.equals(List.of("1")));
  }

  @Test
  void aPauseThatIsNotKeptEndsWithTheNodeAndTheListSaysSo() {
    start(first, "xa");
    pause(false);
    first.close();
    first.server.postgres().execute(A_MINUTE_AGO.formatted(first.name));
    first.send("1", "1");
    SmallEstate next = new SmallEstate();
    start(next, "xa");
    await().until(() -> effects.equals(List.of("1")));
    assertThat(lines.with(PAUSED, first.name)).hasSize(1);
    await().until(() -> standing(next).lapsed().isPresent());
  }

  @Test
  void aRouteThatIsSuspendedStaysSuspendedWhenAnOperatorResumesItsConsumer() throws Exception {
    start(first, "xa");
    first.camel.getRouteController().suspendRoute("under-test");
    pause(true);
    operations(first).pauses().resume(consumer, ANN);
    await().until(() -> lines.with(RESUMED, first.name).size() == 1);
    first.send("1", "1");
    assertNothingMoreThan(0);
    pause(true);
    first.camel.getRouteController().resumeRoute("under-test");
    assertNothingMoreThan(0);
    operations(first).pauses().resume(consumer, ANN);
    await().until(() -> effects.equals(List.of("1")));
  }

  @Test
  void aPausedConsumerIsNotUnhealthyAndItsStateSaysThatItIsPaused() {
    start(first.with("semel.health", "on").with("semel.metrics", "on"), "xa");
    pause(true);
    var health = first.engine().telemetry().health().orElseThrow();
    await("its state is told after its line")
        .untilAsserted(
            () ->
                assertThat(health.ready().checks())
                    .filteredOn(check -> check.name().endsWith(first.name))
                    .extracting(check -> check.data().get("state"))
                    .containsExactly("paused"));
    assertThat(health.ready().status()).isEqualTo(Status.UP);
    assertThat(health.started().status()).isEqualTo(Status.UP);
    assertThat(health.live().status()).isEqualTo(Status.UP);
    operations(first).pauses().resume(consumer, ANN);
    await()
        .until(
            () ->
                health.ready().checks().stream()
                    .anyMatch(check -> "receiving".equals(check.data().get("state"))));
  }

  @Test
  void aPausedDestinationLeasesNothingAndLosesNothing() {
    try (HttpEstate http = new HttpEstate()) {
      http.with("concurrency", "2").start((exchange, body) -> answer(exchange, 200));
      Target destination = Target.destination(http.destination);
      http.estate.send("1", "a,b");
      await().until(() -> http.intents("state = 'delivered'") == 2);
      Operations operations = operations(http.estate);
      assertThat(operations.pauses().pause(destination, true, ANN))
          .isInstanceOf(PauseResult.Paused.class);
      await().until(() -> lines.with(PAUSED, "destination " + http.destination).size() == 1);
      http.estate.send("2", "c,d,e");
      await().until(() -> http.intents("state = 'pending'") == 3);
      await()
          .during(A_WHILE)
          .until(() -> http.requests.size() == 2 && http.intents(NOT_LEASED_AGAIN) == 3);
      operations.pauses().resume(destination, ANN);
      await().until(() -> http.intents("state = 'delivered' AND attempts = 1") == 5);
      assertThat(http.requests).doesNotHaveDuplicates();
    }
  }

  private void start(SmallEstate node, String protocol) {
    String name = first.name;
    nodes.add(node);
    WatchedThreads watched = new WatchedThreads();
    threads.add(watched);
    node.threads(watched);
    node.with("semel.consumer." + name + ".identity", "property:key")
        .with("semel.consumer." + name + ".protocol", protocol)
        .with("semel.consumer." + name + ".poll", "50ms");
    if (!protocol.equals("xa")) {
      node.with("semel.consumer." + name + ".connection-factory", SmallEstate.PLAIN);
    }
    node.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + name)
                .routeId("under-test")
                .process(exchange -> handle(exchange.getMessage().getBody(String.class)));
          }
        });
  }

  private void handle(String key) throws InterruptedException {
    if (key.equals(heldUp)) {
      effects.add("begun " + key);
      assertThat(goOn.await(3, TimeUnit.MINUTES)).isTrue();
    }
    effects.add(key);
  }

  private void pause(boolean kept) {
    int before = lines.with(PAUSED, first.name).size();
    assertThat(operations(first).pauses().pause(consumer, kept, ANN))
        .isInstanceOf(PauseResult.Paused.class);
    await().until(() -> lines.with(PAUSED, first.name).size() > before);
  }

  private Pause standing(SmallEstate node) {
    return operations(node).pauses().standing().stream()
        .filter(pause -> pause.target().equals(consumer))
        .findFirst()
        .orElseThrow();
  }

  /** A receive that waits for a first message is in hand, too. */
  private void atRest(int workers) {
    await("all wait at the gate")
        .until(() -> threads.stream().allMatch(node -> node.keptOut() == workers));
  }

  private void assertNothingMoreThan(int many) {
    await().during(A_WHILE).until(() -> effects.size() == many);
  }

  private static Operations operations(SmallEstate node) {
    return new StartedOperations(() -> node.engine().operations());
  }
}
