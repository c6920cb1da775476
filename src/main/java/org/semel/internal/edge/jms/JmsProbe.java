// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.semel.Code;
import org.semel.internal.edge.jms.session.Sessions;
import org.semel.internal.engine.receive.proof.BrokerProbe;
import org.semel.internal.engine.receive.proof.GlobalTransaction;
import org.semel.internal.engine.receive.proof.Prepared;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.internal.engine.tx.Outcome;

/**
 * The broker's side of the start-up proof, over the very connection factory that the consumer will
 * use.
 */
public final class JmsProbe implements BrokerProbe {

  private static final String PROPERTY = "SemelProbe";
  private static final Duration LIFE = Duration.ofMinutes(2);
  private static final Duration WAIT = Duration.ofSeconds(10);

  private final ConnectionFactory factory;
  private final Sessions sessions;
  private final Queues probes;
  private final Consumer<List<Refusal>> inspection;

  /**
   * A probe of the broker behind {@code factory}.
   *
   * @param sessions join the proof's transactions in the consumer's own way
   * @param probes the queue on which the probe's messages travel
   * @param rules what the settings of the consumer's queue must be
   * @param queue whether it can be received from
   */
  public JmsProbe(
      ConnectionFactory factory,
      Sessions sessions,
      Queues probes,
      DeliveryRules rules,
      QueueProbe queue) {
    this(
        factory,
        sessions,
        probes,
        found -> {
          List<Refusal> ofSettings = rules.refusals();
          found.addAll(ofSettings); // they stand, too, if the broker is away when it is asked
          queue.refusal().ifPresent(refusal -> add(refusal, ofSettings, found));
        });
  }

  /** A queue that is not there has no settings. */
  private static void add(Refusal refusal, List<Refusal> ofSettings, List<Refusal> found) {
    if (refusal.code() == Code.QUEUE_MISSING) {
      found.removeAll(ofSettings);
    }
    found.add(refusal);
  }

  /** A probe for sending: it looks at no queue but that of the probe. */
  public JmsProbe(ConnectionFactory factory, Sessions sessions, Queues probes) {
    this(factory, sessions, probes, found -> {});
  }

  private JmsProbe(
      ConnectionFactory factory,
      Sessions sessions,
      Queues probes,
      Consumer<List<Refusal>> inspection) {
    this.factory = factory;
    this.sessions = sessions;
    this.probes = probes;
    this.inspection = inspection;
  }

  @Override
  public void inspect(List<Refusal> found) {
    inspection.accept(found);
  }

  /** Opened in the oldest way, which every resource adapter supports. */
  @Override
  public void send(UUID probe) {
    try (Connection sending = factory.createConnection();
        Session session = sending.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
      send(session, probe);
    } catch (JMSException e) {
      throw new BrokerException("send the proof's message", e);
    }
  }

  @Override
  public void sendAlong(UUID probe) {
    try {
      send(sessions.join(), probe);
    } catch (JMSException e) {
      sessions.broken();
      throw new BrokerException("send the proof's message", e);
    }
  }

  private void send(Session session, UUID probe) throws JMSException {
    try (MessageProducer producer = session.createProducer(probes.of(session))) {
      Message message = session.createMessage();
      message.setStringProperty(PROPERTY, probe.toString());
      producer.send(message, DeliveryMode.PERSISTENT, Message.DEFAULT_PRIORITY, LIFE.toMillis());
    }
  }

  @Override
  public boolean receive(UUID probe) {
    try {
      Session session = sessions.join();
      try (MessageConsumer consumer =
          session.createConsumer(probes.of(session), PROPERTY + " = '" + probe + "'")) {
        return consumer.receive(WAIT.toMillis()) != null;
      }
    } catch (JMSException e) {
      sessions.broken();
      throw new BrokerException("receive the proof's message", e);
    }
  }

  @Override
  public void ended(Outcome end) {
    sessions.ended(end);
  }

  /** No specification says that what an application gets of a pool must show branches. */
  @Override
  public Prepared prepared(GlobalTransaction transaction) {
    return factory instanceof XAConnectionFactory xa
        ? new Prepared.Counted(branches(xa, transaction))
        : new Prepared.Uncounted();
  }

  private static int branches(XAConnectionFactory xa, GlobalTransaction transaction) {
    try (XAConnection looking = xa.createXAConnection()) {
      Xid[] prepared =
          looking
              .createXASession()
              .getXAResource()
              .recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
      return (int) Arrays.stream(prepared).filter(xid -> isOf(transaction, xid)).count();
    } catch (JMSException e) {
      throw new BrokerException("list prepared transactions", e);
    } catch (XAException e) {
      JMSException refused = new JMSException("XA error " + e.errorCode);
      refused.initCause(e);
      throw new BrokerException("list prepared transactions", refused);
    }
  }

  private static boolean isOf(GlobalTransaction transaction, Xid xid) {
    return new GlobalTransaction(xid.getFormatId(), xid.getGlobalTransactionId())
        .equals(transaction);
  }

  @Override
  public void close() {
    sessions.close();
  }
}
