// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.semel.internal.edge.jms.session.Sessions;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.policy.BatchLimit;

/** Receives over JMS, in whatever way its sessions join the transaction. */
public final class JmsSource extends SessionSource {

  private final Queues queues;
  private final Selector selector;
  private final JmsMessages messages;
  private @Nullable Session session;
  private @Nullable Deliveries deliveries;

  /** All messages of the queue. */
  public JmsSource(Sessions sessions, Queues queues, JmsMessages messages) {
    this(sessions, queues, Selector.ALL, messages);
  }

  /** Those of the queue that {@code selector} matches. */
  public JmsSource(Sessions sessions, Queues queues, Selector selector, JmsMessages messages) {
    super(sessions, "receive");
    this.queues = queues;
    this.selector = selector;
    this.messages = messages;
  }

  @Override
  List<Arrival> receive(Session joined, BatchLimit most, Duration wait) throws JMSException {
    return deliveries(joined).receive(most, wait);
  }

  /** A session that is kept from transaction to transaction keeps its consumer. */
  private Deliveries deliveries(Session joined) throws JMSException {
    if (deliveries == null || session != joined) {
      session = joined;
      deliveries = new Deliveries(sessions, selector.consumer(joined, queues.of(joined)), messages);
    }
    return deliveries;
  }
}
