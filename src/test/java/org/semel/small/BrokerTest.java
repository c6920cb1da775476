// SPDX-License-Identifier: Apache-2.0
package org.semel.small;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What the tests rely on when they ask the broker for something. */
class BrokerTest {

  private final Broker broker = SmallServer.shared().broker();
  private final String queue = Jms.queue(broker);

  @AfterEach
  void nobodyElseFindsThem() {
    broker.empty("DLQ");
  }

  @RepeatedTest(10)
  void whatTheBrokerHasGivenUpOnIsAmongItsDeadLettersAtOnce() {
    for (int i = 0; i < 3; i++) {
      Jms.send(broker, queue, context -> context.createTextMessage("given up"));
    }
    broker.giveUpOn(queue);
    assertThat(broker.deadLetters(queue)).isEqualTo(3);
    assertThat(broker.messages(queue)).isZero();
  }

  /** Its queue's own thread adds them, once the one who has sent them goes on. */
  @Test
  void whatIsCommittedIsCountedAtOnce() {
    try (JMSContext sender = broker.plainFactory().createContext(JMSContext.SESSION_TRANSACTED)) {
      Queue sentTo = sender.createQueue(queue);
      JMSProducer producer = sender.createProducer();
      for (int sent = 1; sent <= 500; sent++) {
        producer.send(sentTo, "committed");
        sender.commit();
        assertThat(broker.messages(queue)).isEqualTo(sent);
      }
    }
  }
}
