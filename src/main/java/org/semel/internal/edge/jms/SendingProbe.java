// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.semel.Code;
import org.semel.internal.engine.receive.proof.ProofResult;
import org.semel.internal.engine.receive.proof.Refusal;

/**
 * Probes whether a sender over a connection factory, outside a transaction, hears of it if the
 * broker does not take the message. A send that returns though the broker has not taken the message
 * shows that it does not; so something is sent that the broker must refuse:
 *
 * <ul>
 *   <li>Where the broker makes no queue by itself: to a temporary queue that is deleted. Artemis'
 *       client looks for itself whether a queue is there, and says so whether or not it waits for
 *       the broker's answer; but it looks once, so that something is sent there before.
 *   <li>Where it may make queues: to the probe's queue, with an identifier for the detection of
 *       duplicates that Artemis cannot read. Other brokers do not look at it; what they take is
 *       received again.
 * </ul>
 *
 * <p>Nothing is left at the broker. Any other failure is an outage, and shows nothing.
 */
public final class SendingProbe {

  private static final String PROPERTY = "SemelProbe";

  /** Artemis wants a text or bytes. */
  private static final String UNREADABLE = "_AMQ_DUPL_ID";

  private static final Duration LIFE = Duration.ofMinutes(2);

  private static final Refusal REFUSAL =
      new Refusal(
          Code.SENDING_UNPROVEN,
          "A send to the broker returned, and the broker had not taken the message.",
          "Let the route send over a connection factory without XA or over the server's own, or by jms: with"
              + " semel.destination.<name>.transfer=xa (docs/routes.md).");

  private final ConnectionFactory factory;
  private final boolean transacted;
  private final Queues probes;
  private final Duration patience;

  /**
   * A probe of the sender over {@code factory}.
   *
   * @param transacted whether it sends in transactions of the session's own
   * @param probes the queue on which the probe's messages travel
   * @param patience how long the broker may take to hand out what it has taken
   */
  public SendingProbe(
      ConnectionFactory factory, boolean transacted, Queues probes, Duration patience) {
    this.factory = factory;
    this.transacted = transacted;
    this.probes = probes;
    this.patience = patience;
  }

  /** Asks; outside any transaction. */
  public ProofResult prove() {
    int mode = transacted ? Session.SESSION_TRANSACTED : Session.AUTO_ACKNOWLEDGE;
    try (Connection connection = factory.createConnection();
        Session session = connection.createSession(transacted, mode)) {
      connection.start();
      boolean isHeard = makesNone(session) ? hearsOfNone(session) : hearsAtTheProbes(session);
      return isHeard ? new ProofResult.Proven() : new ProofResult.Refused(List.of(REFUSAL));
    } catch (JMSException e) {
      return new ProofResult.Unproven(e);
    }
  }

  /**
   * Whether the client says now that a queue is not there, as no one makes it. An outage shows in
   * the next call.
   */
  private static boolean makesNone(Session session) {
    try {
      session.createQueue(UUID.randomUUID().toString());
      return false;
    } catch (JMSException e) {
      return true;
    }
  }

  private boolean hearsOfNone(Session session) throws JMSException {
    try {
      return hearsThatItIsGone(session);
    } catch (JMSException e) {
      if (SecurityRefusals.isIn(e)) {
        return isOfNoTransaction(session);
      }
      throw e;
    }
  }

  private boolean hearsThatItIsGone(Session session) throws JMSException {
    TemporaryQueue own = session.createTemporaryQueue();
    Queue queue = session.createQueue(own.getQueueName());
    send(session, queue, session.createMessage());
    own.delete();
    try {
      send(session, queue, session.createMessage());
    } catch (JMSException e) {
      session.createTemporaryQueue().delete(); // else it is an outage
      return true;
    }
    return isTaken(session, queue);
  }

  /** The broker may have made it after all. */
  private boolean isTaken(Session session, Queue queue) throws JMSException {
    try {
      session.createQueue(queue.getQueueName());
    } catch (JMSException e) {
      session.createTemporaryQueue().delete(); // else it is an outage
      return false;
    }
    try (MessageConsumer consumer = session.createConsumer(queue)) {
      return isReceived(session, consumer);
    }
  }

  /**
   * Whether the session is fit, as far as it can be seen without a send. If the probe may not send
   * to a queue of its own, or make one, only this shows: a session that says that it is in a
   * transaction, though no one has asked for one, is for the transactions of others.
   */
  private boolean isOfNoTransaction(Session session) throws JMSException {
    return transacted || !session.getTransacted();
  }

  /** A user who may not receive there cannot show it, and nothing is sent. */
  private boolean hearsAtTheProbes(Session session) throws JMSException {
    UUID probe = UUID.randomUUID();
    Queue queue = probes.of(session);
    Message message = session.createMessage();
    message.setStringProperty(PROPERTY, probe.toString());
    message.setIntProperty(UNREADABLE, 0);
    try (MessageConsumer consumer =
        session.createConsumer(queue, PROPERTY + " = '" + probe + "'")) {
      try {
        send(session, queue, message);
      } catch (JMSException e) {
        consumer.receiveNoWait(); // else it is an outage
        return true;
      }
      return isReceived(session, consumer);
    }
  }

  private boolean isReceived(Session session, MessageConsumer consumer) throws JMSException {
    boolean received = consumer.receive(patience.toMillis()) != null;
    commit(session);
    return received;
  }

  private void send(Session session, Queue queue, Message message) throws JMSException {
    try (MessageProducer producer = session.createProducer(queue)) {
      producer.send(message, DeliveryMode.PERSISTENT, Message.DEFAULT_PRIORITY, LIFE.toMillis());
    }
    commit(session);
  }

  private void commit(Session session) throws JMSException {
    if (transacted && session.getTransacted()) {
      session.commit();
    }
  }
}
