// SPDX-License-Identifier: Apache-2.0
package org.semel.small;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.Session;
import jakarta.jms.XAConnectionFactory;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.ActiveMQXAConnectionFactory;
import org.apache.activemq.advisory.AdvisorySupport;
import org.apache.activemq.broker.BrokerPlugin;
import org.apache.activemq.broker.BrokerPluginSupport;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.ProducerBrokerExchange;
import org.apache.activemq.command.ActiveMQDestination;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.security.SimpleAuthenticationPlugin;

/**
 * A real ActiveMQ Classic, reached over TCP by its own client: another broker than the one that
 * Semel knows by its classes.
 */
public final class ActiveMq implements AutoCloseable {

  private static final String DEAD_LETTERS = "ActiveMQ.DLQ";
  private static final String PROBES = "semel.probe";

  private final BrokerService broker = new BrokerService();
  private final AtomicInteger taken = new AtomicInteger();

  private ActiveMq(BrokerPlugin... plugins) throws Exception {
    broker.setPlugins(plugins);
    broker.setBrokerName("classic-" + UUID.randomUUID());
    broker.setPersistent(false);
    broker.setUseJmx(false);
    broker.setUseShutdownHook(false);
    broker.addConnector("tcp://localhost:0");
  }

  public static ActiveMq start() {
    return started(ActiveMq::new);
  }

  /** One that takes the first message but for a proof's, and ends before it has answered. */
  public static ActiveMq startToEndUnanswered() {
    return started(
        () -> {
          ActiveMq classic = new ActiveMq();
          classic.broker.setPlugins(new BrokerPlugin[] {classic.new Unanswered()});
          return classic;
        });
  }

  /** One that has no room, and says so. */
  public static ActiveMq startFull() {
    return started(
        () ->
            new ActiveMq(
                new BrokerPluginSupport() {
                  @Override
                  public void send(
                      ProducerBrokerExchange exchange, org.apache.activemq.command.Message message)
                      throws Exception {
                    if (!AdvisorySupport.isAdvisoryTopic(message.getDestination())) {
                      throw new ResourceAllocationException("full");
                    }
                    super.send(exchange, message);
                  }
                }));
  }

  /** One that lets nobody in. */
  public static ActiveMq startClosed() {
    return started(() -> new ActiveMq(new SimpleAuthenticationPlugin(List.of())));
  }

  private static ActiveMq started(Callable<ActiveMq> made) {
    try {
      ActiveMq classic = made.call();
      classic.broker.start();
      classic.broker.waitUntilStarted();
      return classic;
    } catch (Exception e) {
      throw new IllegalStateException("ActiveMQ does not start", e);
    }
  }

  /** One that knows nothing of transactions that others begin. */
  public ConnectionFactory plainFactory() {
    return factory(url());
  }

  /** One that tries to connect once more when its connection is lost. */
  public ConnectionFactory factoryThatConnectsAgain() {
    return factory(again(url()));
  }

  /** The same, for a broker at this port. */
  public static ConnectionFactory factoryThatConnectsAgain(int port) {
    return factory(again("tcp://localhost:" + port));
  }

  private static String again(String url) {
    return "failover:(" + url + ")?maxReconnectAttempts=1&initialReconnectDelay=10";
  }

  /** One whose client is reached so. */
  public static ConnectionFactory factory(String url) {
    return new ActiveMQConnectionFactory(url);
  }

  /** One whose sessions take part in transactions that others begin. */
  public XAConnectionFactory xaFactory() {
    return new ActiveMQXAConnectionFactory(url());
  }

  /** Makes a message. */
  @FunctionalInterface
  public interface Maker {
    Message make(Session session) throws JMSException;
  }

  /**
   * Sends, as any producer would.
   *
   * @param destination a queue's name, or that of a topic behind {@code topic://}
   */
  public void send(String destination, Maker maker) {
    try (var connection = plainFactory().createConnection();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer =
            session.createProducer(
                ActiveMQDestination.createDestination(
                    destination, ActiveMQDestination.QUEUE_TYPE))) {
      producer.send(maker.make(session));
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  /** How many messages are in a queue, those being delivered included. Makes it if need be. */
  public long messages(String queue) {
    try {
      return broker
          .getDestination(new ActiveMQQueue(queue))
          .getDestinationStatistics()
          .getMessages()
          .getCount();
    } catch (Exception e) {
      throw new IllegalStateException(queue, e);
    }
  }

  /** How many messages one that ends unanswered has taken. */
  public int taken() {
    return taken.get();
  }

  /** How many messages it has given up. */
  public long deadLetters() {
    return messages(DEAD_LETTERS);
  }

  @Override
  public void close() {
    try {
      broker.stop();
      broker.waitUntilStopped();
    } catch (Exception e) {
      throw new IllegalStateException("ActiveMQ does not stop", e);
    }
  }

  private String url() {
    return "tcp://localhost:" + port();
  }

  /** Where it is reached over TCP. */
  public int port() {
    try {
      return broker.getTransportConnectors().get(0).getConnectUri().getPort();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private final class Unanswered extends BrokerPluginSupport {

    @Override
    public void send(ProducerBrokerExchange exchange, org.apache.activemq.command.Message message)
        throws Exception {
      super.send(exchange, message);
      if (!AdvisorySupport.isAdvisoryTopic(message.getDestination())
          && !message.getDestination().getPhysicalName().equals(PROBES)) {
        taken.incrementAndGet();
        exchange.getConnectionContext().setDontSendReponse(true);
        new Thread(ActiveMq.this::close, "ends unanswered").start(); // it waits for this thread
      }
    }
  }
}
