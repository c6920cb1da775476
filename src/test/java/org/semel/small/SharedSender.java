// SPDX-License-Identifier: Apache-2.0
package org.semel.small;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.time.Duration;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Sends over one connection, which lasts as long as its broker runs. */
final class SharedSender implements AutoCloseable {

  private final ActiveMQConnectionFactory factory;
  private final JMSContext context;
  private volatile boolean broken;

  SharedSender(ActiveMQConnectionFactory factory) {
    this.factory = factory;
    this.context = factory.createContext();
    context.setExceptionListener(lost -> broken = true);
  }

  /** Whether the broker, or the machine in between, has ended the connection. */
  boolean isBroken() {
    return broken;
  }

  synchronized void send(String queue, Duration life, Jms.Maker maker) {
    try {
      context
          .createProducer()
          .setTimeToLive(life.toMillis())
          .send(context.createQueue(queue), maker.make(context));
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A session of its own over the same connection, which sends when it is committed. */
  JMSContext transacted() {
    return context.createContext(JMSContext.SESSION_TRANSACTED);
  }

  @Override
  public void close() {
    context.close();
    factory.close();
  }
}
