// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
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

  public Producer(int httpPort, String queue) {
    factory =
        new ActiveMQConnectionFactory(
            "tcp://localhost:"
                + httpPort
                + "?httpUpgradeEnabled=true&httpUpgradeEndpoint=http-acceptor&reconnectAttempts=0&callTimeout=10000");
    factory.setEnable1xPrefixes(true);
    context = factory.createContext(WildFlyHome.USER, WildFlyHome.PASSWORD);
    producer = context.createProducer();
    this.queue = context.createQueue(queue);
  }

  /** Sends and waits until the broker has it on disk. */
  public void send(String text) {
    producer.send(queue, text);
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

  /** The first message of the queue, left where it is. */
  public Message peek() {
    try (QueueBrowser browser = context.createBrowser(queue)) {
      return (Message) browser.getEnumeration().nextElement();
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    context.close();
    factory.close();
  }
}
