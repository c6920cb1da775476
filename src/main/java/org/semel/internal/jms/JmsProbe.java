// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.jms;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.semel.Code;
import org.semel.internal.jms.session.Sessions;
import org.semel.internal.proof.BrokerProbe;
import org.semel.internal.proof.GlobalTransaction;
import org.semel.internal.proof.Prepared;
import org.semel.internal.proof.Refusal;
import org.semel.internal.tx.Outcome;

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
  private final Supplier<List<Refusal>> rules;
  private final Selector selector;

  /**
   * A probe of the broker behind {@code factory}.
   *
   * @param sessions join the proof's transactions in the consumer's own way
   * @param probes the queue on which the probe's messages travel
   * @param rules what the settings of the consumer's queue must be
   */
  public JmsProbe(
      ConnectionFactory factory, Sessions sessions, Queues probes, DeliveryRules rules) {
    this(factory, sessions, probes, rules, Selector.ALL);
  }

  /**
   * The same for a consumer that does not receive all messages.
   *
   * @param selector of those that it receives, which the broker must understand
   */
  public JmsProbe(
      ConnectionFactory factory,
      Sessions sessions,
      Queues probes,
      DeliveryRules rules,
      Selector selector) {
    this.factory = factory;
    this.sessions = sessions;
    this.probes = probes;
    this.rules = rules::refusals;
    this.selector = selector;
  }

  /** A probe for sending: it checks no queue's settings. */
  public JmsProbe(ConnectionFactory factory, Sessions sessions, Queues probes) {
    this.factory = factory;
    this.sessions = sessions;
    this.probes = probes;
    this.rules = List::of;
    this.selector = Selector.ALL;
  }

  @Override
  public List<Refusal> inspect() {
    List<Refusal> refusals = new ArrayList<>(rules.get());
    if (!selector.equals(Selector.ALL)) {
      understood().ifPresent(refusals::add);
    }
    return refusals;
  }

  /**
   * Only the broker can check it. Tried on the probe's queue, where it takes no messages from
   * others.
   */
  private Optional<Refusal> understood() {
    try (Connection trying = factory.createConnection();
        Session session = trying.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageConsumer consumer = selector.consumer(session, probes.of(session))) {
      assert consumer != null; // to open it is to ask
      return Optional.empty();
    } catch (InvalidSelectorException e) {
      return Optional.of(
          new Refusal(
              Code.SELECTOR_INVALID,
              "The broker does not understand the selector " + selector.text() + ".",
              "Correct semel.consumer.<name>.selector (Jakarta Messaging 3.1, section 3.8)."));
    } catch (JMSException e) {
      throw new BrokerException("try the selector", e);
    }
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
