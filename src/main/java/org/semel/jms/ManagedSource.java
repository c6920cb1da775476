// SPDX-License-Identifier: Apache-2.0
package org.semel.jms;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.semel.receive.Arrival;
import org.semel.receive.Source;

/**
 * Receives through the server's pooled XA connection factory, with handles of its own for each
 * transaction: a server enlists a session when it hands it out, so that one kept from the
 * transaction before would receive outside this one. Works with any resource adapter and needs no
 * recovery of its own.
 */
public final class ManagedSource implements Source {

  private final ConnectionFactory factory;
  private final Queues queues;
  private final JmsMessages messages;
  private @Nullable Connection connection;

  public ManagedSource(ConnectionFactory factory, Queues queues, JmsMessages messages) {
    this.factory = factory;
    this.queues = queues;
    this.messages = messages;
  }

  @Override
  public List<Arrival> receive(int most, Duration wait) {
    try {
      Connection opened = factory.createConnection();
      connection = opened;
      Session session = opened.createSession();
      MessageConsumer consumer = session.createConsumer(queues.of(session));
      opened.start();
      return receive(consumer, most, wait);
    } catch (JMSException e) {
      throw new BrokerException("receive", e);
    }
  }

  private List<Arrival> receive(MessageConsumer consumer, int most, Duration wait)
      throws JMSException {
    List<Arrival> arrivals = new ArrayList<>();
    Message next = consumer.receive(wait.toMillis());
    while (next != null) {
      arrivals.add(messages.copy(next));
      next = arrivals.size() < most ? consumer.receiveNoWait() : null;
    }
    return arrivals;
  }

  @Override
  public void ended() {
    Connection used = connection;
    connection = null;
    if (used != null) {
      Closing.quietly(used);
    }
  }

  @Override
  public void close() {
    ended();
  }
}
