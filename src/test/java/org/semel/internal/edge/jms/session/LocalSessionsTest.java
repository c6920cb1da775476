// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.jms.JmsMessages;
import org.semel.internal.edge.jms.JmsSource;
import org.semel.internal.edge.jms.Queues;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Limits;
import org.semel.internal.engine.tx.Outcome;
import org.semel.small.Broker;
import org.semel.small.Jms;
import org.semel.small.SmallServer;

/** A session that follows the database's transaction, on a thread that somebody interrupts. */
class LocalSessionsTest {

  private static final BatchLimit ONE = new BatchLimit(1, 1_000_000);

  private final Broker broker = SmallServer.shared().broker();
  private final String queue = Jms.queue(broker);
  private final JmsSource source =
      new JmsSource(
          new LocalSessions(broker.plainFactory()),
          Queues.named(queue),
          new JmsMessages(queue, new Limits(1 << 20, 200, 10_000)));

  @AfterEach
  void close() {
    source.close();
  }

  @Test
  void aSessionThatCouldNotRollBackIsReplacedAndItsMessageComesAgain() {
    receivedAndInterrupted();
    assertThat(ends(Outcome.UNDONE)).as("nothing was to be acknowledged").isEmpty();
    await("it comes again").until(() -> receive().size() == 1);
    source.ended(Outcome.COMMITTED);
    await("it is acknowledged").until(() -> broker.messages(queue) == 0);
  }

  @Test
  void aSessionThatCouldNotCommitIsGivenUp() {
    receivedAndInterrupted();
    assertThat(ends(Outcome.COMMITTED)).as("it is not acknowledged").isPresent();
    await("nobody has it in hand").until(() -> broker.delivering(queue) == 0);
  }

  private void receivedAndInterrupted() {
    Jms.send(broker, queue, context -> context.createTextMessage("1"));
    await("it comes").until(() -> receive().size() == 1);
    Thread.currentThread().interrupt();
  }

  private Optional<Exception> ends(Outcome end) {
    try {
      return source.ended(end);
    } finally {
      Thread.interrupted();
    }
  }

  private List<Arrival> receive() {
    return source.receive(ONE, Duration.ofMillis(200));
  }
}
