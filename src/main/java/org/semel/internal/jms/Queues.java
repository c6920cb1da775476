// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Session;

/** How a consumer's queue is found: looked up by the server, or named to the broker. */
@FunctionalInterface
public interface Queues {

  /** The queue, for use in {@code session}. */
  Queue of(Session session) throws JMSException;

  /** A queue by the name that the broker knows it by. */
  static Queues named(String name) {
    return session -> session.createQueue(name);
  }

  /** A queue that the server has looked up. */
  static Queues found(Queue queue) {
    return session -> queue;
  }
}
