// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.apache.activemq.artemis.api.core.management.SimpleManagement;
import org.semel.chaos.Facts.Doubts;
import org.semel.chaos.small.SmallNode;

/**
 * What is wrong once a server that was started again has shown that it works: it consumes, a
 * message that was sent behind all others has taken effect, the broker has nothing left, in the
 * queue or in hand, and nothing is in doubt. What is still queued is not lost; nor is anything,
 * where the server never came up.
 */
record Comeback(Stack stack, NodeProcess node) {

  private static final Duration REST = Duration.ofMinutes(1);
  private static final String LOST = "1 confirmed to the producer, and nowhere: \\[.*]";

  /** The one message is, and nothing else is wrong but what is said. */
  void assertLost(String... besides) throws Exception {
    Verdict verdict = verdict();
    assertThat(verdict.lost()).as("%s", verdict).isEqualTo(1);
    assertThat(verdict.faults()).filteredOn(fault -> !fault.matches(LOST)).containsExactly(besides);
  }

  Verdict verdict() throws Exception {
    String probe = stack.sendOne();
    await("it is there and works")
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              assertThat(node.isAlive()).isTrue();
              assertThat(stack.broker.consumers(SmallNode.QUEUE)).isPositive();
              assertThat(stack.facts().effects()).containsKey(probe);
            });
    Verdict verdict = stack.verdict(REST);
    assertThat(stack.broker.messages(SmallNode.QUEUE)).as("queued").isZero();
    assertThat(inHand()).as("delivered and not acknowledged").isZero();
    assertThat(stack.doubts()).as("in doubt").isEqualTo(Doubts.NONE);
    return verdict;
  }

  private int inHand() throws Exception {
    SimpleManagement management = new SimpleManagement(stack.broker.url(), "", "").open();
    try {
      return management.getDeliveringCountOnQueue(SmallNode.QUEUE);
    } finally {
      management.close();
    }
  }
}
