// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.jms.BytesMessage;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.engine.receive.ConsumerRefused;
import org.semel.small.ActiveMq;
import org.semel.small.Unwaiting;

/** Consumers of a real ActiveMQ Classic, over its own client. */
class ActiveMqTest {

  private static ActiveMq broker;

  private final SmallEstate estate = new SmallEstate();
  private final String consumer = "semel.consumer." + estate.name + ".";
  private final AtomicInteger losses = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();
  private final List<String> seen = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void startTheBroker() {
    broker = ActiveMq.start();
  }

  @AfterAll
  static void stopTheBroker() {
    broker.close();
  }

  @AfterEach
  void stop() {
    estate.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit", "store-first"})
  void theirMessagesTakeEffectOnce(String protocol) {
    start(protocol);
    for (int i = 0; i < 2; i++) {
      IntStream.range(0, 60)
          .forEach(n -> send("k" + n, session -> session.createTextMessage("b" + n)));
    }
    await().until(() -> broker.messages(estate.name) == 0);
    await().until(() -> seen.size() >= 60 && estate.count("semel_duplicate", "true") == 60);
    assertThat(seen).hasSize(60).doesNotHaveDuplicates();
    assertThat(estate.count("semel_claim", "true")).isEqualTo(60);
    await().until(() -> estate.server.postgres().gids().isEmpty());
  }

  /** The database has committed, the broker has not: what comes again is absorbed. */
  @ParameterizedTest
  @ValueSource(strings = {"ack-after-commit", "store-first"})
  void whatTheBrokerHandsOutAgainIsAbsorbed(String protocol) {
    start(protocol);
    losses.set(1);
    send("1", session -> session.createTextMessage("a"));
    await().until(() -> losses.get() == 0 && broker.messages(estate.name) == 0);
    await().until(() -> estate.count("semel_duplicate", "true") == 1);
    assertThat(seen).containsExactly("a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit"})
  void whatFailsComesAgainAndTakesEffectOnce(String protocol) {
    failures.set(3);
    start(protocol);
    send("1", session -> session.createTextMessage("a"));
    await().until(() -> broker.messages(estate.name) == 0);
    assertThat(seen).containsExactly("a");
    assertThat(estate.count("semel_claim", "true")).isEqualTo(1);
    assertThat(broker.deadLetters()).isZero();
  }

  @Test
  void eachKindOfMessageTakesEffectButAnObjectWhichIsParked() {
    start("ack-after-commit");
    send("1", session -> session.createTextMessage("ä"));
    send("2", ActiveMqTest::bytes);
    send("3", ActiveMqTest::map);
    send("4", session -> session.createObjectMessage("serialised"));
    await().until(() -> broker.messages(estate.name) == 0 && seen.size() == 3);
    assertThat(seen).containsExactlyInAnyOrder("ä", "bytes", "{\"n\":{\"long\":7},\"s\":\"x\"}");
    assertThat(estate.count("semel_parked", "reason = 'TYPE_REFUSED'")).isEqualTo(1);
    assertThat(broker.deadLetters()).isZero();
  }

  /** What is published there lies in a queue for each who has subscribed. */
  @Test
  void aVirtualTopicIsReceivedFromItsQueue() {
    String queue = "Consumer.shop.VirtualTopic." + estate.name;
    assertThat(broker.messages(queue)).isZero();
    estate.with(consumer + "queue", queue);
    start("ack-after-commit");
    for (int i = 0; i < 2; i++) {
      send("topic://VirtualTopic." + estate.name, "1", session -> session.createTextMessage("a"));
    }
    await().until(() -> estate.count("semel_duplicate", "true") == 1);
    assertThat(seen).containsExactly("a");
  }

  @Test
  void aFactoryThatTakesNoPartInTransactionsIsRefused() {
    ConnectionFactory plain =
        Unwaiting.over(broker.plainFactory(), () -> broker.messages("semel.probe") == 0);
    assertThatThrownBy(() -> start("xa", SmallEstate.PLAIN, plain))
        .isInstanceOf(ConsumerRefused.class)
        .hasMessageContaining("SEMEL-0403");
  }

  /** By the pool that a server has for transactions of its own, or by the client as it is. */
  private void start(String protocol) {
    estate.pooling(broker.xaFactory());
    start(protocol, protocol.equals("xa") ? SmallEstate.POOLED : SmallEstate.PLAIN);
  }

  private void start(String protocol, String factory) {
    start(protocol, factory, broker.plainFactory());
  }

  private void start(String protocol, String factory, ConnectionFactory plain) {
    estate
        .with(consumer + "identity", "property:key")
        .with(consumer + "protocol", protocol)
        .with(consumer + "attempts", "5")
        .with(consumer + "connection-factory", factory);
    estate.through(
        known -> factory.equals(SmallEstate.PLAIN) ? LosingFactory.over(plain, losses) : known);
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).process(ActiveMqTest.this::takeEffect);
          }
        });
  }

  private void takeEffect(Exchange exchange) {
    if (failures.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
      throw new IllegalStateException("as told");
    }
    seen.add(exchange.getMessage().getBody(String.class));
  }

  private void send(String key, ActiveMq.Maker maker) {
    send(estate.name, key, maker);
  }

  private static void send(String destination, String key, ActiveMq.Maker maker) {
    broker.send(
        destination,
        session -> {
          Message message = maker.make(session);
          message.setStringProperty("key", key);
          return message;
        });
  }

  private static Message bytes(Session session) throws JMSException {
    BytesMessage message = session.createBytesMessage();
    message.writeBytes("bytes".getBytes(StandardCharsets.UTF_8));
    return message;
  }

  private static Message map(Session session) throws JMSException {
    MapMessage message = session.createMapMessage();
    message.setLong("n", 7);
    message.setString("s", "x");
    return message;
  }
}
