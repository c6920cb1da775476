// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.XAJMSContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * A producer elsewhere on the network: sends to the server's broker over its HTTP port. Not shared
 * between threads.
 */
public final class Producer implements AutoCloseable {

  private final ActiveMQConnectionFactory factory;
  private final JMSContext context;
  private final JMSProducer producer;
  private final Queue queue;

  /** Makes a message. */
  @FunctionalInterface
  public interface Maker {
    Message make(JMSContext context) throws JMSException;
  }

  /** To the broker inside a WildFly. */
  public Producer(int httpPort, String queue) {
    this(
        "tcp://localhost:"
            + httpPort
            + "?httpUpgradeEnabled=true&httpUpgradeEndpoint=http-acceptor&reconnectAttempts=0&callTimeout=10000",
        true,
        queue);
  }

  private Producer(String url, boolean prefixes, String queue) {
    factory = new ActiveMQConnectionFactory(url);
    factory.setEnable1xPrefixes(prefixes);
    context = connect(factory);
    producer = context.createProducer();
    this.queue = context.createQueue(queue);
  }

  /** To a stand-alone broker. */
  public static Producer to(Artemis broker, String queue) {
    return new Producer(broker.url() + "?reconnectAttempts=0&callTimeout=10000", false, queue);
  }

  private static JMSContext connect(ActiveMQConnectionFactory factory) {
    try {
      return factory.createContext(WildFlyHome.USER, WildFlyHome.PASSWORD);
    } catch (JMSRuntimeException e) {
      factory.close();
      throw e;
    }
  }

  /** Sends and waits until the broker has it on disk. */
  public void send(String text) {
    producer.send(queue, text);
  }

  /** Sends all in one transaction of the broker, and waits until it has them on disk. */
  public void sendAll(List<String> texts) {
    try (JMSContext together = context.createContext(JMSContext.SESSION_TRANSACTED)) {
      JMSProducer sender = together.createProducer();
      texts.forEach(text -> sender.send(queue, text));
      together.commit();
    }
  }

  /** Sends, waits until the broker has it on disk, and returns the broker's message id. */
  public String send(Maker maker) {
    try {
      Message message = maker.make(context);
      producer.send(queue, message);
      return message.getJMSMessageID();
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Sends in a branch that is prepared then, and that no transaction manager knows. */
  public void prepare(Xid branch, String text) {
    try (XAJMSContext branched = factory.createXAContext(WildFlyHome.USER, WildFlyHome.PASSWORD)) {
      XAResource broker = branched.getXAResource();
      broker.start(branch, XAResource.TMNOFLAGS);
      branched.createProducer().send(queue, text);
      broker.end(branch, XAResource.TMSUCCESS);
      broker.prepare(branch);
    } catch (XAException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Ends such a branch, so that its message never was. */
  public void rollBack(Xid branch) {
    try (XAJMSContext branched = factory.createXAContext(WildFlyHome.USER, WildFlyHome.PASSWORD)) {
      branched.getXAResource().rollback(branch);
    } catch (XAException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The first message of the queue, left where it is. */
  public Message peek() {
    try (QueueBrowser browser = context.createBrowser(queue)) {
      return (Message) browser.getEnumeration().nextElement();
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The bodies of the queue's text messages, which are left where they are. */
  public List<String> browse() {
    return browse(message -> message.getBody(String.class));
  }

  /** This property of all that is in the queue. */
  public List<String> browse(String property) {
    return browse(message -> message.getStringProperty(property));
  }

  /** How often the broker has delivered each of the queue's text messages, by their bodies. */
  public Map<String, Integer> deliveries() {
    Map<String, Integer> deliveries = new HashMap<>();
    browse(
        message -> {
          String body = message.getBody(String.class);
          deliveries.merge(body, message.getIntProperty("JMSXDeliveryCount"), Math::min);
          return body;
        });
    return deliveries;
  }

  private List<String> browse(Reader reader) {
    List<String> found = new ArrayList<>();
    try (QueueBrowser browser = context.createBrowser(queue)) {
      for (var messages = browser.getEnumeration(); messages.hasMoreElements(); ) {
        found.add(reader.read((Message) messages.nextElement()));
      }
      return found;
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    context.close();
    factory.close();
  }

  @FunctionalInterface
  private interface Reader {
    String read(Message message) throws JMSException;
  }
}
