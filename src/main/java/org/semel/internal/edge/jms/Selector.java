// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;

/**
 * The condition on the messages of a queue that a consumer receives; those that do not match stay
 * there for others.
 *
 * @param text as the broker reads it (Jakarta Messaging 3.1, section 3.8); blank for all
 */
public record Selector(String text) {

  /** All messages of the queue. */
  public static final Selector ALL = new Selector("");

  /** A JMS consumer of {@code queue} that receives matching messages. */
  MessageConsumer consumer(Session session, Queue queue) throws JMSException {
    return text.isBlank() ? session.createConsumer(queue) : session.createConsumer(queue, text);
  }

  /** A selector for messages that match this and {@code other}. */
  Selector and(String other) {
    return new Selector(text.isBlank() ? other : "(" + text + ") AND " + other);
  }
}
