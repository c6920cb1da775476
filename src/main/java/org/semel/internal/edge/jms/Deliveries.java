// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.semel.internal.edge.jms.body.CoreConsumer;
import org.semel.internal.edge.jms.session.Sessions;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.policy.BatchLimit;

/** The messages that one JMS consumer receives from its session, copied. */
final class Deliveries {

  private final Sessions sessions;
  private final MessageConsumer consumer;
  private final Optional<CoreConsumer> beneath;
  private final JmsMessages messages;

  Deliveries(Sessions sessions, MessageConsumer consumer, JmsMessages messages) {
    this.sessions = sessions;
    this.consumer = consumer;
    this.beneath = CoreConsumer.beneath(consumer);
    this.messages = messages;
  }

  /** See {@link org.semel.internal.engine.receive.MessageSource#receive}. */
  List<Arrival> receive(BatchLimit most, Duration wait) throws JMSException {
    List<Arrival> arrivals = new ArrayList<>();
    long begun = System.nanoTime();
    long bytes = 0;
    Message next = sessions.receive(consumer, wait);
    while (next != null) {
      Arrival arrival = copy(next);
      arrivals.add(arrival);
      bytes += arrival.bytes();
      boolean another =
          arrivals.size() < most.messages()
              && bytes < most.bytes()
              && System.nanoTime() - begun < most.time().toNanos();
      next = another ? sessions.receive(consumer, Duration.ZERO) : null;
    }
    return arrivals;
  }

  private Arrival copy(Message message) throws JMSException {
    return messages.copy(message, beneath.flatMap(CoreConsumer::last));
  }
}
