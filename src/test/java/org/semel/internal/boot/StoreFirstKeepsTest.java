// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.operations.KeptMessage;
import org.semel.operations.Operations;
import org.semel.small.Jms;

/** What is kept of messages that were stored first: those that took effect, each once. */
class StoreFirstKeepsTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final SmallEstate estate = new SmallEstate();
  private final AtomicInteger effects = new AtomicInteger();
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
            from("inbox:" + estate.name).process(exchange -> effects.incrementAndGet());
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
