// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.jms.session.ManagedSessions;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Limits;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Outcome;
import org.semel.message.ParkingReason;
import org.semel.small.CoreProducer;
import org.semel.small.Jms;
import org.semel.small.SmallServer;

/** How many messages of a real broker share a transaction. */
class DeliveriesTest {

  private static final int LARGEST = 1 << 20;
  private static final int MESSAGES = 3;

  private final SmallServer server = SmallServer.shared();
  private final String queue = Jms.queue(server.broker());

  @Test
  void aBodyThatIsTooLargeEndsABatch() {
    send(new byte[2 * LARGEST], false);
    assertThatEachComesAlone(ParkingReason.BODY_TOO_LARGE);
  }

  /** It was read to its end, or as far as it made sense. */
  @Test
  void aLargeBodyThatIsNotWhatItSaysEndsABatch() {
    byte[] body = new byte[2 * LARGEST];
    new Random(1).nextBytes(body);
    send(body, true);
    assertThatEachComesAlone(ParkingReason.UNREADABLE);
  }

  @Test
  void onceTheTimeForReceivingIsUpNoFurtherMessageJoins() {
    send(new byte[1], false);
    BatchLimit most = new BatchLimit(2 * MESSAGES, LARGEST);
    assertThat(received(most.within(Duration.ZERO)))
        .allSatisfy(batch -> assertThat(batch).hasSize(1));
  }

  private void send(byte[] body, boolean compressed) {
    try (CoreProducer producer = new CoreProducer(server.broker(), queue)) {
      for (int i = 0; i < MESSAGES; i++) {
        producer.send(
            (byte) 4,
            message -> {
              message.putBooleanProperty("_AMQ_LARGE_COMPRESSED", compressed);
              message.setBodyInputStream(new ByteArrayInputStream(body));
            });
      }
    }
  }

  private void assertThatEachComesAlone(ParkingReason reason) {
    List<List<Arrival>> batches = received(new BatchLimit(2 * MESSAGES, LARGEST));
    assertThat(batches)
        .allSatisfy(
            batch ->
                assertThat(batch)
                    .singleElement()
                    .isInstanceOfSatisfying(
                        Arrival.Refused.class,
                        refused -> assertThat(refused.verdict().reason()).isEqualTo(reason)));
  }

  private List<List<Arrival>> received(BatchLimit most) {
    List<List<Arrival>> batches = new ArrayList<>();
    try (JmsSource source =
        new JmsSource(
            new ManagedSessions(server.factory()),
            Queues.named(queue),
            new JmsMessages(queue, new Limits(LARGEST, 100, 1000)))) {
      for (int left = MESSAGES; left > 0; left -= batches.get(batches.size() - 1).size()) {
        batches.add(batch(source, most));
      }
    }
    return batches;
  }

  private List<Arrival> batch(JmsSource source, BatchLimit most) {
    Completion<List<Arrival>> end =
        server
            .transactions()
            .inNew(
                Duration.ofMinutes(5),
                () -> Decision.commit(source.receive(most, Duration.ofMinutes(1))));
    source.ended(Outcome.COMMITTED);
    return ((Completion.Committed<List<Arrival>>) end).value();
  }
}
