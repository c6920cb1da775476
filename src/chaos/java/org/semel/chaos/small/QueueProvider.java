// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos.small;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.Optional;
import org.semel.internal.edge.jms.session.Sessions;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.relay.Delivery;
import org.semel.internal.engine.send.relay.Provider;
import org.semel.internal.engine.tx.Outcome;

/** Sends an intent into a queue, under its key, as a part of the caller's transaction. */
final class QueueProvider implements Provider {

  private final Sessions sessions;

  QueueProvider(Sessions sessions) {
    this.sessions = sessions;
  }

  @Override
  public synchronized Delivery deliver(Lease lease) {
    try {
      send(sessions.join(), lease);
      return new Delivery.Accepted();
    } catch (JMSException | RuntimeException itIsAway) {
      sessions.broken();
      sessions.ended(Outcome.UNDONE);
      return new Delivery.NotAccepted(itIsAway.toString(), Optional.empty());
    }
  }

  private static void send(Session session, Lease lease) throws JMSException {
    BytesMessage message = session.createBytesMessage();
    message.writeBytes(lease.intent().body().bytes());
    message.setStringProperty("IdempotencyKey", lease.intent().key().toString());
    try (MessageProducer producer =
        session.createProducer(session.createQueue(SmallNode.CONFIRMATIONS))) {
      producer.send(message);
    }
  }

  /** The wiring says so. */
  @Override
  public void prove() {}
}
