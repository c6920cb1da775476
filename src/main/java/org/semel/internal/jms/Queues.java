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

  /**
   * A queue by the name that the broker knows it by. Artemis' full name of a queue, {@code
   * address::queue}, is taken as it is: what some of its factories put before a name leads to
   * another address.
   */
  static Queues named(String name) {
    return name.contains("::")
        ? session -> exactly(session.createQueue(name), name)
        : session -> session.createQueue(name);
  }

  /** The client's own kind of queue; where that cannot be made of a name, it stays as it is. */
  private static Queue exactly(Queue made, String name) {
    try {
      return (Queue) made.getClass().getConstructor(String.class).newInstance(name);
    } catch (ReflectiveOperationException e) {
      return made;
    }
  }

  /** A queue that the server has looked up. */
  static Queues found(Queue queue) {
    return session -> queue;
  }
}
