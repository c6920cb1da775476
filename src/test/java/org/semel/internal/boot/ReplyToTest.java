// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.activemq.artemis.jms.client.ActiveMQDestination;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.small.Jms;

/** Messages that ask for a reply. */
class ReplyToTest {

  private final SmallEstate estate = new SmallEstate();
  private final String replies = Jms.queue(estate.server.broker());
  private final List<Object> seen = new CopyOnWriteArrayList<>();

  {
    estate.with("semel.consumer." + estate.name + ".identity", "property:key");
    estate.with("semel.consumer." + estate.name + ".headers", "JMSReplyTo, JMSCorrelationID");
  }

  @AfterEach
  void stop() {
    estate.close();
  }

  @Test
  void aQueueOrTopicIsNamedAsAnyBrokerWouldAndATemporaryOneIsToldFromThem() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .process(exchange -> seen.add(exchange.getMessage().getHeader("JMSReplyTo")));
          }
        });
    send("1", context -> context.createQueue(replies));
    send("2", context -> ActiveMQDestination.createTopic("prices"));
    send("3", JMSContext::createTemporaryQueue);
    await().until(() -> seen.size() == 3);
    assertThat(seen)
        .contains("queue:" + replies, "topic:prices")
        .anySatisfy(to -> assertThat(to.toString()).startsWith("temporary-queue:"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"lease", "xa"})
  void aReplyIsAnIntentAndInTheQueueOnce(String transfer) {
    String destination = "reply" + System.nanoTime();
    estate.with("semel.destination." + destination + ".headers", "JMSReplyTo, JMSCorrelationID");
    estate.with("semel.destination." + destination + ".transfer", transfer);
    if (transfer.equals("lease")) {
      estate.sendingInNoTransaction();
    }
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).setBody(constant("done")).to("intent:" + destination);
            from("intent:" + destination)
                .choice()
                .when(header("JMSReplyTo").isEqualTo("queue:" + replies))
                .removeHeader("JMSReplyTo")
                .to("jms:queue:" + replies)
                .otherwise()
                .throwException(new IllegalStateException("nobody may ask for a reply there"));
          }
        });
    send("1", context -> context.createQueue(replies));
    send("1", context -> context.createQueue(replies));
    await().until(() -> estate.count("semel_duplicate", "true") == 1);
    await().until(() -> estate.count("semel_intent", "state = 'delivered'") == 1);
    try (var factory = estate.server.broker().plainFactory();
        JMSContext context = factory.createContext()) {
      Message reply = context.createConsumer(context.createQueue(replies)).receive(60_000);
      assertThat(reply.getBody(String.class)).isEqualTo("done");
      assertThat(reply.getJMSCorrelationID()).isEqualTo("question 1");
    } catch (jakarta.jms.JMSException e) {
      throw new IllegalStateException(e);
    }
    assertThat(estate.server.broker().messages(replies)).isZero();
  }

  /** Where the reply goes. */
  @FunctionalInterface
  private interface Place {
    jakarta.jms.Destination in(JMSContext context);
  }

  private void send(String key, Place replyTo) {
    Jms.send(
        estate.server.broker(),
        estate.name,
        context -> {
          var message = context.createTextMessage("question");
          message.setStringProperty("key", key);
          message.setJMSCorrelationID("question " + key);
          message.setJMSReplyTo(replyTo.in(context));
          return message;
        });
  }
}
