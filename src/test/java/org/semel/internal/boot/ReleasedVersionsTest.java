// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.operations.Operations;
import org.semel.operations.OperatorContext;
import org.semel.operations.ReleaseResult;

/** Versions that waited, were parked when their turn came, and are released by a person. */
class ReleasedVersionsTest {

  private static final OperatorContext ANN = new OperatorContext("ann", "the fault is mended");
  private static final Duration LONG = Duration.ofHours(1);

  private final SmallEstate first = new SmallEstate();
  private final SmallEstate second = new SmallEstate();
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private final AtomicBoolean broken = new AtomicBoolean();
  private volatile long expires;

  @AfterEach
  void stop() {
    first.close();
    second.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit", "store-first"})
  void oneThatFailedTakesEffectAndThoseBehindItFollow(String protocol) {
    broken.set(true);
    start(first, protocol, Map.of("attempts", "1"));
    bothBehindWait();
    send(1);
    await().until(() -> parked("ATTEMPTS_EXHAUSTED"));
    broken.set(false);
    assertThat(release(first))
        .isInstanceOf(
            protocol.equals("store-first")
                ? ReleaseResult.Stored.class
                : ReleaseResult.TookEffect.class);
    await().until(() -> seen.equals(List.of("version 1", "version 2", "version 3")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit", "store-first"})
  void oneThatExpiredTakesEffectOnceThePolicySaysSo(String protocol) {
    start(first, protocol, Map.of());
    bothBehindWait();
    expire();
    send(1);
    await().until(() -> parked("EXPIRED"));
    first.close();
    start(second, protocol, Map.of("expired", "handle"));
    assertThat(release(second))
        .isInstanceOf(
            protocol.equals("store-first")
                ? ReleaseResult.Stored.class
                : ReleaseResult.TookEffect.class);
    await().until(() -> seen.equals(List.of("version 1", "version 2", "version 3")));
  }

  private void bothBehindWait() {
    send(2);
    send(3);
    await("both wait for the first").until(() -> first.count("semel_held", "true") == 2);
    await("nobody else has them").until(first::queueIsEmpty);
  }

  private boolean parked(String reason) {
    return first.count("semel_parked", "reason = '" + reason + "' AND state = 'parked'") == 1;
  }

  /** What the only message that waits for a person comes to, once its consumer runs. */
  private ReleaseResult release(SmallEstate node) {
    Operations operations = new StartedOperations(() -> node.engine().operations());
    long id = operations.parked().waiting(first.name, 0, 2).get(0).id();
    await().until(() -> operations.running().contains(first.name));
    return operations.parked().release(id, ANN);
  }

  private void start(SmallEstate node, String protocol, Map<String, String> policy) {
    String consumer = "semel.consumer." + first.name + ".";
    node.with(consumer + "identity", "aggregate:property:order,property:version")
        .with(consumer + "aggregate", "property:order")
        .with(consumer + "version", "property:version")
        .with(consumer + "protocol", protocol)
        .with(consumer + "connection-factory", protocol.equals("xa") ? "any" : SmallEstate.PLAIN);
    policy.forEach((key, value) -> node.with(consumer + key, value));
    node.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + first.name).process(exchange -> takeEffect(exchange));
          }
        });
  }

  private void takeEffect(Exchange exchange) {
    String body = exchange.getMessage().getBody(String.class);
    if (broken.get() && body.equals("version 2")) {
      throw new IllegalStateException("no");
    }
    seen.add(body);
  }

  /** As if it had waited for so long. */
  private void expire() {
    first
        .server
        .postgres()
        .execute(
            "UPDATE semel_held SET headers = replace(headers::text, '%d', '1000000000000')::json WHERE consumer = '%s'"
                .formatted(expires, first.name));
  }

  private void send(int version) {
    try (var factory = first.server.broker().plainFactory();
        JMSContext context = factory.createContext()) {
      Message message = context.createTextMessage("version " + version);
      message.setStringProperty("order", "o");
      message.setIntProperty("version", version);
      context
          .createProducer()
          .setTimeToLive(version == 2 ? LONG.toMillis() : 0)
          .send(context.createQueue(first.name), message);
      expires = Math.max(expires, message.getJMSExpiration());
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }
}
