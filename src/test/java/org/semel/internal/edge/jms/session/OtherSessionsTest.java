// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.session;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.time.Duration;
import java.util.Set;
import org.apache.activemq.artemis.jms.client.ActiveMQConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.jms.JmsMessages;
import org.semel.internal.edge.jms.JmsSource;
import org.semel.internal.edge.jms.Queues;
import org.semel.internal.edge.jta.Branches;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Limits;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Outcome;
import org.semel.small.Broker;
import org.semel.small.Jms;
import org.semel.small.SmallServer;

/** Another session of the same broker in the transaction of a direct one. */
class OtherSessionsTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final SmallServer server = SmallServer.shared();
  private final Broker broker = server.broker();
  private final Branches branches = new Branches(server.manager());
  private final String queue = Jms.queue(broker);
  private final JmsSource source =
      new JmsSource(
          new DirectSessions(broker.xaFactory(), branches::enlist, DirectSessions.Naming.NONE),
          Queues.named(queue),
          new JmsMessages(queue, new Limits(1 << 20, 200, 10_000)));

  @AfterEach
  void close() {
    source.close();
  }

  /**
   * One that joins the branch of ours is left with it when the transaction has committed. When its
   * connection fails, Artemis 2.44 rolls back what it is left with. The journal refuses that, and
   * the broker's thread that clears up behind failed connections gives back no message from then
   * on, of any client.
   */
  @Test
  void whatAnotherClientHeldComesAgainThoughTheConnectionOfOneIsLost() throws JMSException {
    String held = Jms.queue(broker);
    Jms.send(broker, queue, context -> context.createTextMessage("{}"));
    Jms.send(broker, held, context -> context.createTextMessage("{}"));
    try (XAConnection sending = broker.xaFactory().createXAConnection();
        Connection holding = broker.plainFactory().createConnection()) {
      assertThat(receiveAndSend(sending.createXASession()))
          .isInstanceOf(Completion.Committed.class);
      holding.start();
      Session session = holding.createSession(true, Session.SESSION_TRANSACTED);
      assertThat(consumer(session, held).receive(PATIENCE.toMillis())).isNotNull();
      lose(sending);
      lose(holding);
    }
    try (Connection next = broker.plainFactory().createConnection()) {
      next.start();
      MessageConsumer again = consumer(next.createSession(false, Session.AUTO_ACKNOWLEDGE), held);
      assertThat(again.receive(PATIENCE.toMillis())).isNotNull();
    }
  }

  private Completion<Integer> receiveAndSend(XASession sender) {
    Completion<Integer> end =
        server
            .transactions()
            .inNew(
                PATIENCE.multipliedBy(2),
                () -> {
                  int received = source.receive(new BatchLimit(7, 1_000_000), PATIENCE).size();
                  branches.enlist(sender.getXAResource());
                  sender
                      .createProducer(sender.createQueue(Jms.queue(broker)))
                      .send(sender.createTextMessage("{}"));
                  return Decision.commit(received);
                });
    source.ended(Outcome.COMMITTED);
    return end;
  }

  private static MessageConsumer consumer(Session session, String from) throws JMSException {
    return session.createConsumer(session.createQueue(from));
  }

  /** As the end of a process or a network does, until the broker has seen it. */
  private void lose(Connection connection) {
    var wire =
        ((ActiveMQConnection) connection)
            .getSessionFactory()
            .getConnection()
            .getTransportConnection();
    Set<String> sessions = broker.sessionsFrom(Set.of(Broker.port(wire.getLocalAddress())));
    wire.forceClose();
    broker.loses(sessions);
  }
}
