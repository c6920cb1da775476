// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.Message;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.activemq.command.ActiveMQMessage;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.small.ActiveMq;
import org.semel.small.BrokenMessages;

/** What a producer can send over ActiveMQ Classic, past all that JMS forbids. */
class ClassicHostileTest {

  private static final int NEIGHBOURS = 6;

  private static ActiveMq broker;

  private final SmallEstate estate = new SmallEstate();
  private final Set<String> seen = ConcurrentHashMap.newKeySet();

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
  void aTextThatIsShorterThanItSaysIsParkedAndItsNeighboursTakeEffect(String protocol) {
    String text = "a text shorter than it says";
    assertThatTheNeighboursTakeEffect(protocol, Map.of(text, BrokenMessages.all().get(text)));
    assertThat(estate.count("semel_parked", "body = '\\x00000064'")).isEqualTo(1);
  }

  @Test
  void soIsWhateverTheClientCannotRead() {
    assertThatTheNeighboursTakeEffect("ack-after-commit", BrokenMessages.all());
  }

  private void assertThatTheNeighboursTakeEffect(
      String protocol, Map<String, ActiveMQMessage> broken) {
    broken.forEach(
        (what, message) -> {
          broker.send(estate.name, session -> message);
          IntStream.range(0, NEIGHBOURS).forEach(n -> send(what + n));
        });
    start(protocol);
    await("an empty queue").until(() -> broker.messages(estate.name) == 0);
    await("what was stored").until(() -> seen.size() >= NEIGHBOURS * broken.size());
    assertThat(seen)
        .containsExactlyInAnyOrderElementsOf(
            broken.keySet().stream()
                .flatMap(what -> IntStream.range(0, NEIGHBOURS).mapToObj(n -> what + n))
                .toList());
    assertThat(estate.count("semel_parked", "reason = 'UNREADABLE'")).isEqualTo(broken.size());
    assertThat(estate.count("semel_parked", "true")).isEqualTo(broken.size());
    assertThat(broker.deadLetters()).isZero();
  }

  private void send(String key) {
    broker.send(
        estate.name,
        session -> {
          Message message = session.createTextMessage(key);
          message.setStringProperty("key", key);
          return message;
        });
  }

  private void start(String protocol) {
    boolean xa = protocol.equals("xa");
    estate
        .pooling(broker.xaFactory())
        .consumer("identity", "property:key")
        .consumer("protocol", protocol)
        .consumer("connection-factory", xa ? SmallEstate.POOLED : SmallEstate.PLAIN)
        .through(known -> xa ? known : broker.plainFactory());
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .process(exchange -> seen.add(exchange.getMessage().getBody(String.class)));
          }
        });
  }
}
