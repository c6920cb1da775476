// SPDX-License-Identifier: Apache-2.0
package org.semel.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.semel.receive.Arrival;
import org.semel.receive.Portion;
import org.semel.receive.Source;
import org.semel.tx.End;

/** Receives over JMS, in whatever way its sessions join the transaction. */
public final class JmsSource implements Source {

  private final Sessions sessions;
  private final Queues queues;
  private final JmsMessages messages;
  private @Nullable Session session;
  private @Nullable MessageConsumer consumer;

  public JmsSource(Sessions sessions, Queues queues, JmsMessages messages) {
    this.sessions = sessions;
    this.queues = queues;
    this.messages = messages;
  }

  @Override
  public List<Arrival> receive(Portion most, Duration wait) {
    try {
      return receive(consumer(sessions.join()), most, wait);
    } catch (JMSException e) {
      sessions.broken();
      throw new BrokerException("receive", e);
    }
  }

  private List<Arrival> receive(MessageConsumer consumer, Portion most, Duration wait)
      throws JMSException {
    List<Arrival> arrivals = new ArrayList<>();
    long bytes = 0;
    Message next = consumer.receive(wait.toMillis());
    while (next != null) {
      Arrival arrival = messages.copy(next);
      arrivals.add(arrival);
      bytes += arrival.message().body().size();
      boolean another = arrivals.size() < most.messages() && bytes < most.bytes();
      next = another ? consumer.receiveNoWait() : null;
    }
    return arrivals;
  }

  /** A session that is kept from transaction to transaction keeps its consumer. */
  private MessageConsumer consumer(Session joined) throws JMSException {
    if (consumer == null || session != joined) {
      session = joined;
      consumer = joined.createConsumer(queues.of(joined));
    }
    return consumer;
  }

  @Override
  public void ended(End end) {
    sessions.ended(end);
  }

  /** Only a closed session gives back what its consumer has fetched. */
  @Override
  public void rest() {
    sessions.close();
  }

  @Override
  public void close() {
    sessions.close();
  }
}
