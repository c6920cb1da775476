// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.semel.internal.edge.jms.session.Sessions;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.policy.BatchLimit;

/**
 * Receives dead letters of Artemis that come from one queue. Many queues share a dead-letter queue;
 * the broker notes in a property where a message stood before.
 *
 * @see <a
 *     href="https://activemq.apache.org/components/artemis/documentation/latest/undelivered-messages.html">Artemis,
 *     undelivered messages: dead letter properties</a>
 */
public final class ArtemisDeadLetters extends SessionSource {

  private static final String FORMER_QUEUE = "_AMQ_ORIG_QUEUE";

  private static final String FULLY_QUALIFIED = "::";

  private final Queues former;
  private final Selector selector;
  private final String queue;
  private final Set<String> without;
  private final JmsMessages messages;

  /**
   * A source that connects on first use.
   *
   * @param former the queue on which the messages stood before
   * @param selector of those that were this consumer's
   * @param queue the dead-letter queue, by the name that the broker knows it by
   * @param without the broker's ids of messages that are to be left there
   */
  public ArtemisDeadLetters(
      Sessions sessions,
      Queues former,
      Selector selector,
      String queue,
      Set<String> without,
      JmsMessages messages) {
    super(sessions, "receive dead letters");
    this.former = former;
    this.selector = selector;
    this.queue = queue;
    this.without = Set.copyOf(without);
    this.messages = messages;
  }

  @Override
  List<Arrival> receive(Session session, BatchLimit most, Duration wait) throws JMSException {
    String name = queueOf(former.of(session).getQueueName()).replace("'", "''");
    try (MessageConsumer consumer =
        selector
            .and(FORMER_QUEUE + " = '" + name + "'" + others())
            .consumer(session, session.createQueue(queue))) {
      return new Deliveries(sessions, consumer, messages).receive(most, wait);
    }
  }

  /**
   * The condition that leaves out messages by their ids. A message that was not sent over JMS may
   * have no id, for which {@code NOT IN} is neither true nor false.
   */
  private String others() {
    return without.isEmpty()
        ? ""
        : without.stream()
            .map(id -> "'" + id.replace("'", "''") + "'")
            .collect(
                Collectors.joining(
                    ", ", " AND (JMSMessageID IS NULL OR JMSMessageID NOT IN (", "))"));
  }

  /** Artemis names the queue of an address {@code address::queue}, and notes the queue. */
  private static String queueOf(String name) {
    int behind = name.indexOf(FULLY_QUALIFIED);
    return behind < 0 ? name : name.substring(behind + FULLY_QUALIFIED.length());
  }
}
