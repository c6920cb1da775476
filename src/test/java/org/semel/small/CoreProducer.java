// SPDX-License-Identifier: Apache-2.0
package org.semel.small;

import java.util.function.Consumer;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * Sends what no JMS client would: Artemis' own messages, of any type number and with any bytes in
 * them.
 */
public final class CoreProducer implements AutoCloseable {

  private final ActiveMQConnectionFactory factory;
  private final ClientSessionFactory sessions;
  private final ClientSession session;
  private final ClientProducer producer;

  public CoreProducer(Broker broker, String queue) {
    factory = broker.plainFactory();
    factory.setBlockOnDurableSend(false); // what was sent is there when it is closed
    try {
      sessions = factory.getServerLocator().createSessionFactory();
      session = sessions.createSession();
      producer = session.createProducer(queue);
    } catch (Exception e) {
      throw new IllegalStateException("no session with the broker", e);
    }
  }

  /** A durable message of this type number, filled by {@code maker}. */
  public void send(byte type, Consumer<ClientMessage> maker) {
    try {
      ClientMessage message = session.createMessage(type, true);
      maker.accept(message);
      producer.send(message);
    } catch (ActiveMQException e) {
      throw new IllegalStateException("the broker does not take it", e);
    }
  }

  /** The same, with a property {@code key} and a body of these bytes, whatever they mean. */
  public void send(byte type, String key, byte[] body) {
    send(
        type,
        message -> {
          message.putStringProperty("key", key);
          message.getBodyBuffer().writeBytes(body);
        });
  }

  @Override
  public void close() {
    sessions.close();
    factory.close();
  }
}
