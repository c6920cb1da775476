// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.transaction.Status;
import jakarta.transaction.Transaction;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.semel.internal.edge.jta.Branches;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Outcome;
import org.semel.small.Broker;
import org.semel.small.Jms;
import org.semel.small.SmallServer;

/**
 * A transaction that lasts too long has two who want to end its branch at the broker: the
 * transaction manager, and the broker itself.
 */
class BranchLifeTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** As long as a busy transaction manager needs to get there. */
  private static final Duration LATE = Duration.ofSeconds(30);

  private static final SmallServer SERVER = SmallServer.shared();

  /** The ways to join. */
  enum Joining {
    MANAGED,
    DIRECT
  }

  private final Broker broker = SERVER.broker();
  private final String queue = Jms.queue(broker);
  private Runnable looking = () -> {};

  @AfterEach
  void noMore() {
    looking.run();
  }

  @ParameterizedTest
  @EnumSource
  void aMessageThatOverrunsComesAgainWhateverTheBrokerLooksForMeanwhile(Joining joining) {
    Jms.send(broker, queue, context -> context.createTextMessage("{}"));
    looking = broker.looksForOvertimeAsItAcknowledges(queue, LATE);
    try (Sessions sessions = sessions(joining)) {
      assertThat(overrun(sessions)).isInstanceOf(Completion.RolledBack.class);
      sessions.ended(Outcome.UNDONE);
    }
    await("nobody has it in hand").atMost(PATIENCE).until(() -> broker.delivering(queue) == 0);
    try (Sessions sessions = sessions(joining)) {
      assertThat(inTime(sessions)).isEqualTo(new Completion.Committed<>(true));
      sessions.ended(Outcome.COMMITTED);
    }
    assertThat(broker.messages(queue)).isZero();
  }

  private static Sessions sessions(Joining joining) {
    return switch (joining) {
      case MANAGED -> new ManagedSessions(SERVER.factory());
      case DIRECT ->
          new DirectSessions(
              SERVER.broker().xaFactory(),
              new Branches(SERVER.manager())::enlist,
              DirectSessions.Naming.NONE);
    };
  }

  private Completion<Boolean> overrun(Sessions sessions) {
    return SERVER
        .transactions()
        .inNew(
            TIMEOUT,
            () -> {
              boolean received = received(sessions);
              Transaction ours = SERVER.manager().getTransaction();
              await("the transaction is rolled back under its feet")
                  .atMost(PATIENCE)
                  .until(() -> ours.getStatus() != Status.STATUS_ACTIVE);
              return Decision.commit(received);
            });
  }

  private Completion<Boolean> inTime(Sessions sessions) {
    return SERVER
        .transactions()
        .inNew(Duration.ofMinutes(2), () -> Decision.commit(received(sessions)));
  }

  private boolean received(Sessions sessions) throws JMSException {
    Session joined = sessions.join();
    MessageConsumer consumer = joined.createConsumer(joined.createQueue(queue));
    return sessions.receive(consumer, PATIENCE) != null;
  }
}
