// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.StreamMessage;
import java.util.List;
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
import org.semel.small.Jms;

/** Map and stream messages through {@code inbox:}, over real broker and database. */
class MapMessagesTest {

  private static final OperatorContext ANN = new OperatorContext("ann", "the fault is mended");

  private final SmallEstate estate = new SmallEstate();
  private final String consumer = "semel.consumer." + estate.name + ".";
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private final AtomicBoolean broken = new AtomicBoolean();
  private final Operations operations = new StartedOperations(() -> estate.engine().operations());

  @AfterEach
  void stop() {
    estate.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit", "store-first"})
  void aMapTakesEffectOnceAndAnotherUnderItsIdentityIsAConflict(String protocol) {
    under(protocol).with(consumer + "identity", "json:/order").start(route());
    send(context -> map(context, "order", "1", "quantity", 2));
    send(context -> map(context, "quantity", 2, "order", "1"));
    send(context -> map(context, "order", "2", "quantity", 2));
    await().until(() -> seen.size() == 2 && estate.count("semel_duplicate", "true") == 1);
    assertThat(seen)
        .containsExactlyInAnyOrder(
            "application/vnd.semel.map+json {\"order\":\"1\",\"quantity\":2}",
            "application/vnd.semel.map+json {\"order\":\"2\",\"quantity\":2}");
    send(context -> map(context, "order", "1", "quantity", 2L));
    await().until(() -> estate.count("semel_parked", "reason = 'CONFLICT'") == 1);
    assertThat(seen).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit", "store-first"})
  void aStreamTakesEffectOnce(String protocol) {
    under(protocol).with(consumer + "identity", "json:/0").start(route());
    send(MapMessagesTest::stream);
    send(MapMessagesTest::stream);
    await().until(() -> seen.size() == 1 && estate.count("semel_duplicate", "true") == 1);
    assertThat(seen).containsExactly("application/vnd.semel.stream+json [\"1\",{\"long\":7}]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit", "store-first"})
  void oneThatWasParkedIsReleasedAsTheSameJson(String protocol) {
    broken.set(true);
    under(protocol).with(consumer + "identity", "json:/order").start(route());
    send(context -> map(context, "order", "1", "quantity", 2L));
    await().until(() -> estate.count("semel_parked", "reason = 'ATTEMPTS_EXHAUSTED'") == 1);
    broken.set(false);
    long id = operations.parked().waiting(estate.name, 0, 2).get(0).id();
    assertThat(operations.parked().release(id, ANN))
        .isInstanceOf(
            protocol.equals("store-first")
                ? ReleaseResult.Stored.class
                : ReleaseResult.TookEffect.class);
    await().until(() -> seen.size() == 1);
    assertThat(seen)
        .containsExactly(
            "application/vnd.semel.map+json {\"order\":\"1\",\"quantity\":{\"long\":2}}");
  }

  private SmallEstate under(String protocol) {
    return estate.under(protocol).consumer("attempts", "1");
  }

  private void send(Jms.Maker maker) {
    Jms.send(estate.server.broker(), estate.name, maker);
  }

  private static Message map(JMSContext context, Object... entries) throws JMSException {
    MapMessage message = context.createMapMessage();
    for (int i = 0; i < entries.length; i += 2) {
      message.setObject((String) entries[i], entries[i + 1]);
    }
    return message;
  }

  private static Message stream(JMSContext context) throws JMSException {
    StreamMessage message = context.createStreamMessage();
    message.writeString("1");
    message.writeLong(7);
    return message;
  }

  private RouteBuilder route() {
    return new RouteBuilder() {
      @Override
      public void configure() {
        from("inbox:" + estate.name).process(MapMessagesTest.this::takeEffect);
      }
    };
  }

  private void takeEffect(Exchange exchange) {
    if (broken.get()) {
      throw new IllegalStateException("broken");
    }
    seen.add(
        exchange.getMessage().getHeader(Exchange.CONTENT_TYPE)
            + " "
            + exchange.getMessage().getBody(String.class));
  }
}
