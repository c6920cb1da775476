// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.operations.Operations;
import org.semel.operations.OperatorContext;
import org.semel.small.Jms;

/**
 * Whatever leads a message to its route, a statement of the route waits for a lock as long as
 * {@code semel.lock-timeout} says: else it waits for a transaction in doubt until its own time is
 * over, which counts against the message.
 */
class LockTimeoutTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final SmallEstate estate = new SmallEstate();
  private final Operations operations = new StartedOperations(() -> estate.engine().operations());
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private volatile boolean broken;

  @AfterEach
  void stop() {
    estate.close();
  }

  @ParameterizedTest
  @CsvSource({
    "xa, claim",
    "xa, window",
    "xa, version",
    "xa, natural",
    "xa, entity",
    "ack-after-commit, claim",
    "ack-after-commit, natural",
    "store-first, claim",
    "store-first, window",
    "store-first, version",
    "store-first, natural",
    "store-first, entity"
  })
  void itIsSetWhereAMessageArrivesAndWhereAPersonReleasesIt(String protocol, String strategy) {
    broken = true;
    start(protocol, strategy, strategy.equals("version"));
    send(1);
    await("it is parked")
        .atMost(PATIENCE)
        .until(() -> estate.count("semel_parked", "reason = 'ATTEMPTS_EXHAUSTED'") == 1);
    broken = false;
    long parked = operations.parked().waiting(estate.name, 0, 1).get(0).id();
    operations.parked().release(parked, new OperatorContext("ann", "it is mended"));
    await("it has run again").atMost(PATIENCE).until(() -> seen.size() == 2);
    assertThat(seen).containsExactly("3s", "3s");
  }

  @ParameterizedTest
  @CsvSource({"xa, version", "ack-after-commit, version", "store-first, version", "xa, natural"})
  void itIsSetWhereWhatWasHeldIsReleased(String protocol, String strategy) {
    start(protocol, strategy, true);
    send(2);
    await("it is held").atMost(PATIENCE).until(() -> estate.count("semel_held", "true") == 1);
    send(1);
    await("both have run").atMost(PATIENCE).until(() -> seen.size() == 2);
    assertThat(seen).containsExactly("3s", "3s");
  }

  private void start(String protocol, String strategy, boolean ordered) {
    estate.with("semel.lock-timeout", "3s");
    estate.under(protocol);
    estate.consumer("strategy", strategy);
    estate.consumer("identity", "property:key");
    estate.consumer("attempts", "1");
    estate.consumer("poll", "50ms");
    if (strategy.equals("window")) {
      estate.consumer("identity-time", "uuidv7");
    }
    if (ordered) {
      estate.consumer("aggregate", "property:aggregate");
      estate.consumer("version", "property:version");
    }
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).routeId("look").process(exchange -> look(exchange));
          }
        });
  }

  private void look(Exchange exchange) {
    seen.addAll(
        estate
            .server
            .jdbc()
            .query("look", "SHOW lock_timeout", binds -> {}, row -> row.getString(1)));
    if (broken) {
      throw new IllegalStateException("it is broken: " + exchange.getExchangeId());
    }
  }

  private void send(long version) {
    long minted = System.currentTimeMillis() << 16 | 0x7000;
    Jms.send(
        estate.server.broker(),
        estate.name,
        context -> {
          var message = context.createTextMessage("x");
          message.setStringProperty("key", new UUID(minted, 0x8000L << 48 | version).toString());
          message.setStringProperty("aggregate", "a");
          message.setStringProperty("version", Long.toString(version));
          return message;
        });
  }
}
