// SPDX-License-Identifier: Apache-2.0
package org.semel.small;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;

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
}
