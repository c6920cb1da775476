// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.operations.KeptMessage;
import org.semel.operations.Operations;
import org.semel.operations.OperatorContext;
import org.semel.small.Jms;

/** What is kept of messages that were stored first: those that took effect, each once. */
class StoreFirstKeepsTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final OperatorContext ANN = new OperatorContext("ann", "the fault is mended");

  private final SmallEstate estate = new SmallEstate();
  private final AtomicInteger effects = new AtomicInteger();
  private final AtomicBoolean broken = new AtomicBoolean();
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private final Operations operations = new StartedOperations(() -> estate.engine().operations());

  @AfterEach
  void stop() {
    estate.close();
  }

  @Test
  void whatIsKeptInOrderIsWhatTookEffectAndNothingTwice() {
    start(true);
    send("a/1", 1, "x");
    send("a/3", 3, "x");
    await().atMost(PATIENCE).until(() -> estate.count("semel_held", "true") == 1);
    await().atMost(PATIENCE).until(() -> effects.get() == 1);
    send("a/3 again", 3, "another");
    await().atMost(PATIENCE).until(() -> estate.count("semel_parked", "reason = 'CONFLICT'") == 1);
    send("a/1 again", 1, "x");
    await().atMost(PATIENCE).until(() -> estate.count("semel_version", "ignored = 1") == 1);
    send("a/2", 2, "x");
    await().atMost(PATIENCE).until(() -> effects.get() == 3);
    awaitKept(3);
    assertThat(kept()).containsExactlyInAnyOrder("a/1", "a/2", "a/3");
  }

  @Test
  void whatIsKeptWithoutOrderIsEachMessageOnce() {
    for (int i = 0; i < 20; i++) {
      send("k" + i, 1, "x");
    }
    start(false);
    awaitKept(20);
    assertThat(kept()).doesNotHaveDuplicates();
    assertThat(effects).hasValue(20);
  }

  /** Its row has ended, as one that is held; it may yet be parked, and released. */
  @Test
  void whatIsHeldIsKeptForAPersonToReleaseHoweverShortItsRowIsKept() {
    estate.consumer("stored-retention", "1h");
    estate.consumer("attempts", "1");
    broken.set(true);
    start(true);
    send("a/2", 2, "second");
    await("it is held")
        .atMost(PATIENCE)
        .until(
            () ->
                estate.count("semel_held", "true") == 1
                    && estate.count("semel_inbox", "ended_at IS NOT NULL") == 1);
    sweepTwoDaysLater();
    send("a/1", 1, "first");
    await("it is parked")
        .atMost(PATIENCE)
        .until(() -> estate.count("semel_parked", "key = 'a/2' AND state = 'parked'") == 1);
    sweepTwoDaysLater();
    broken.set(false);
    operations.parked().release(operations.parked().waiting(estate.name, 0, 10).get(0).id(), ANN);
    await("it takes effect").atMost(PATIENCE).until(() -> effects.get() == 2);
    assertThat(bodies).containsExactly("first", "second");
  }

  /** The rule has become shorter: what a row contains goes by it, the row by the longer one. */
  private void sweepTwoDaysLater() {
    estate
        .server
        .postgres()
        .execute(
            """
            UPDATE semel_retention SET held_age = '9 days', held_until = 'infinity' WHERE kept = 'STORED' AND owner = '%1$s';
            UPDATE semel_inbox SET ended_at = ended_at - interval '2 days' WHERE consumer = '%1$s';
            SELECT semel_forget_stored('(0,0)', '(1000000,0)');
            """
                .formatted(estate.name));
  }

  private void handle(Exchange exchange) {
    String body = exchange.getMessage().getBody(String.class);
    if (broken.get() && !body.equals("first")) {
      throw new IllegalStateException("cannot be handled");
    }
    bodies.add(body);
    effects.incrementAndGet();
  }

  private void start(boolean ordered) {
    estate.under("store-first");
    estate.consumer("identity", "property:key");
    estate.consumer("keep-body", "true");
    estate.consumer("poll", "50ms");
    if (ordered) {
      estate.consumer("aggregate", "property:aggregate");
      estate.consumer("version", "property:version");
      estate.consumer("headers", "aggregate, version");
    }
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).process(exchange -> handle(exchange));
          }
        });
  }

  private void awaitKept(int least) {
    await().atMost(PATIENCE).until(() -> kept().size() >= least);
  }

  private List<String> kept() {
    return operations.kept().kept(estate.name, 0, 100).stream()
        .map(KeptMessage::identity)
        .map(identity -> identity.key())
        .toList();
  }

  private void send(String key, long version, String body) {
    Jms.send(
        estate.server.broker(),
        estate.name,
        context -> {
          var message = context.createTextMessage(body);
          message.setStringProperty("key", key);
          message.setStringProperty("aggregate", "a");
          message.setStringProperty("version", Long.toString(version));
          return message;
        });
  }
}
