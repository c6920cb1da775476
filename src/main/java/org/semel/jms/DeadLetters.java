// SPDX-License-Identifier: Apache-2.0
package org.semel.jms;

import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.List;
import org.semel.receive.Arrival;
import org.semel.receive.Portion;
import org.semel.receive.Source;
import org.semel.tx.End;

/**
 * Receives dead letters of Artemis that come from one queue. Many queues share a dead-letter queue;
 * the broker notes in a property where a message stood before.
 *
 * @see <a
 *     href="https://activemq.apache.org/components/artemis/documentation/latest/undelivered-messages.html">Artemis,
 *     undelivered messages: dead letter properties</a>
 */
public final class DeadLetters implements Source {

  private static final String FORMER_QUEUE = "_AMQ_ORIG_QUEUE";

  private final Sessions sessions;
  private final Queues former;
  private final String queue;
  private final JmsMessages messages;

  /**
   * A source that connects on first use.
   *
   * @param former the queue on which the messages stood before
   * @param queue the dead-letter queue, by the name that the broker knows it by
   */
  public DeadLetters(Sessions sessions, Queues former, String queue, JmsMessages messages) {
    this.sessions = sessions;
    this.former = former;
    this.queue = queue;
    this.messages = messages;
  }

  @Override
  public List<Arrival> receive(Portion most, Duration wait) {
    try {
      return receive(sessions.join(), most, wait);
    } catch (JMSException e) {
      sessions.broken();
      throw new BrokerException("receive dead letters", e);
    }
  }

  private List<Arrival> receive(Session session, Portion most, Duration wait) throws JMSException {
    String name = former.of(session).getQueueName().replace("'", "''");
    try (MessageConsumer consumer =
        session.createConsumer(session.createQueue(queue), FORMER_QUEUE + " = '" + name + "'")) {
      return new Deliveries(consumer, messages).receive(most, wait);
    }
  }

  @Override
  public void ended(End end) {
    sessions.ended(end);
  }

  @Override
  public void rest() {
    sessions.close();
  }

  @Override
  public void close() {
    sessions.close();
  }
}
