// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.jms.Message;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.internal.engine.receive.ConsumerRefused;
import org.semel.small.Jms;

/** Consumers that do not receive all messages of a queue, or those of a subscription. */
class SelectorTest {

  private final LogLines lines = new LogLines();
  private final SmallEstate estate = new SmallEstate();
  private final String consumer = "semel.consumer." + estate.name + ".";
  private final List<String> seen = new CopyOnWriteArrayList<>();

  {
    estate.with(consumer + "identity", "property:key");
  }

  @AfterEach
  void stop() {
    estate.close();
    lines.close();
  }

  @ParameterizedTest
  @CsvSource({
    "any, xa, managed",
    SmallEstate.DIRECT + ", xa, direct",
    SmallEstate.PLAIN + ", ack-after-commit, managed",
    SmallEstate.PLAIN + ", store-first, managed"
  })
  void whatDoesNotMatchStaysInTheQueue(String factory, String protocol, String receive) {
    estate
        .with(consumer + "selector", "region = 'EU' AND amount > 5")
        .with(consumer + "connection-factory", factory)
        .with(consumer + "protocol", protocol)
        .with(consumer + "receive", receive)
        .start(route());
    IntStream.range(0, 20).forEach(i -> send(estate.name, "eu" + i, "EU", i));
    IntStream.range(0, 20).forEach(i -> send(estate.name, "us" + i, "US", i));
    await().until(() -> seen.size() == 14 && estate.server.broker().messages(estate.name) == 26);
    assertThat(seen).allMatch(region -> region.equals("EU"));
    assertThat(estate.count("semel_claim", "true")).isEqualTo(14);
  }

  @Test
  void oneThatTheBrokerDoesNotUnderstandIsRefused() {
    estate.with(consumer + "selector", "region = = 'EU'");
    assertThatThrownBy(() -> estate.start(route()))
        .isInstanceOf(ConsumerRefused.class)
        .hasMessageContaining("SEMEL-0421")
        .hasMessageContaining("region = = 'EU'");
  }

  @ParameterizedTest
  @CsvSource({
    "any, xa, managed",
    SmallEstate.DIRECT + ", xa, direct",
    SmallEstate.PLAIN + ", ack-after-commit, managed",
    SmallEstate.PLAIN + ", store-first, managed"
  })
  void theMessagesOfADurableSubscriptionTakeEffectOnce(
      String factory, String protocol, String receive) {
    String topic = "t-" + estate.name;
    estate.server.broker().subscription(topic, "s-" + estate.name);
    estate
        .with(consumer + "queue", topic + "::s-" + estate.name)
        .with(consumer + "connection-factory", factory)
        .with(consumer + "protocol", protocol)
        .with(consumer + "receive", receive);
    publish(topic, "1"); // before anybody is there
    estate.start(route());
    publish(topic, "1");
    publish(topic, "2");
    await().until(() -> seen.size() == 2 && estate.count("semel_duplicate", "true") == 1);
    await().until(() -> estate.server.broker().messages("s-" + estate.name) == 0);
  }

  /** The factories of WildFly put {@code jms.queue.} before every name that a client gives. */
  @Test
  void aSubscriptionIsReachedByItsFullNameThroughAFactoryThatPrefixesNames() {
    String topic = "jms.topic." + estate.name;
    estate.server.broker().subscription(topic, "p-" + estate.name);
    estate.server.broker().queue("jms.queue.semel.probe");
    ActiveMQXAConnectionFactory prefixing = estate.server.broker().xaFactory();
    prefixing.setEnable1xPrefixes(true);
    estate.with(consumer + "queue", topic + "::p-" + estate.name).pooling(prefixing);
    publish(topic, "1");
    estate.start(route());
    await().atMost(Duration.ofMinutes(1)).until(() -> seen.size() == 1);
  }

  @ParameterizedTest
  @CsvSource({
    "any, xa, managed, strict.{}",
    "any, xa, managed, strict.{}::other",
    SmallEstate.DIRECT + ", xa, direct, strict.{}",
    SmallEstate.PLAIN + ", ack-after-commit, managed, strict.{}",
    SmallEstate.PLAIN + ", store-first, managed, strict.{}::other"
  })
  void aQueueThatIsNotThereIsRefusedByItsName(
      String factory, String protocol, String receive, String name) {
    String queue = name.replace("{}", estate.name);
    estate.server.broker().makesNoQueueOf("strict");
    estate
        .with(consumer + "queue", queue)
        .with(consumer + "connection-factory", factory)
        .with(consumer + "protocol", protocol)
        .with(consumer + "receive", receive);
    assertThatThrownBy(() -> estate.start(route()))
        .isInstanceOf(ConsumerRefused.class)
        .hasMessageContaining("SEMEL-0315")
        .hasMessageContaining(queue);
  }

  @ParameterizedTest
  @CsvSource({
    "any, xa, managed",
    SmallEstate.DIRECT + ", xa, direct",
    SmallEstate.PLAIN + ", ack-after-commit, managed",
    SmallEstate.PLAIN + ", store-first, managed"
  })
  void aQueueThatGoesLaterIsReportedByItsNameUntilItIsThereAgain(
      String factory, String protocol, String receive) {
    String queue = "strict." + estate.name;
    estate.server.broker().queue(queue);
    estate.server.broker().makesNoQueueOf("strict");
    estate
        .with(consumer + "queue", queue)
        .with(consumer + "connection-factory", factory)
        .with(consumer + "protocol", protocol)
        .with(consumer + "receive", receive)
        .start(route());
    send(queue, "1", "EU", 1);
    await("it receives").atMost(Duration.ofMinutes(1)).until(() -> seen.size() == 1);
    estate.server.broker().removeQueue(queue);
    await("its name is reported")
        .atMost(Duration.ofMinutes(1))
        .until(() -> !lines.with("SEMEL-0315", queue).isEmpty());
    estate.server.broker().queue(queue);
    await("it receives again")
        .atMost(Duration.ofMinutes(1))
        .until(() -> !lines.with("SEMEL-0305", estate.name).isEmpty());
  }

  private void publish(String topic, String key) {
    try (var factory = estate.server.broker().plainFactory();
        var context = factory.createContext()) {
      Topic to = context.createTopic(topic);
      context.createProducer().setProperty("key", key).send(to, "published");
    }
  }

  private void send(String queue, String key, String region, int amount) {
    Jms.send(
        estate.server.broker(),
        queue,
        context -> {
          Message message = context.createTextMessage(region);
          message.setStringProperty("key", key);
          message.setStringProperty("region", region);
          message.setIntProperty("amount", amount);
          return message;
        });
  }

  private RouteBuilder route() {
    return new RouteBuilder() {
      @Override
      public void configure() {
        from("inbox:" + estate.name)
            .process(exchange -> seen.add(exchange.getMessage().getBody(String.class)));
      }
    };
  }
}
