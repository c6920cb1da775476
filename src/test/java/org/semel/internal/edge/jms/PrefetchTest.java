// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.TextMessage;
import java.time.Duration;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.small.Broker;
import org.semel.small.Jms;
import org.semel.small.SmallServer;

/** What a session that stays fetches ahead, by which server-config/README.md sizes the window. */
class PrefetchTest {

  private static final int WINDOW = 65_536;

  private final Broker broker = SmallServer.shared().broker();
  private final String name = Jms.queue(broker);

  @ParameterizedTest
  @ValueSource(ints = {0, 150, 1_000, 10_000})
  void aConsumerIsGivenAsManyBytesAsItsWindowHas(int size) throws JMSException {
    try (ActiveMQConnectionFactory factory = broker.plainFactory()) {
      factory.setConsumerWindowSize(WINDOW);
      try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
        Queue queue = context.createQueue(name);
        fill(context, queue, size);
        context.createConsumer(queue); // closed with its context
        await("the window is full, and no more come")
            .during(Duration.ofMillis(500))
            .untilAsserted(
                () ->
                    assertThat(broker.delivering(name))
                        .isBetween(WINDOW / (2L * size + 400), 1 + WINDOW / (2L * size + 300)));
      }
    }
  }

  private void fill(JMSContext context, Queue queue, int size) throws JMSException {
    for (int i = 0; i < 1_000; i++) {
      TextMessage message = context.createTextMessage("x".repeat(size));
      message.setStringProperty("key", "k" + i);
      context.createProducer().send(queue, message);
    }
    context.commit();
  }
}
