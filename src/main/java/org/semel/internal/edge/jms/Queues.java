// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Session;

/** Finds a consumer's queue: looked up by the server, or named to the broker. */
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

  /**
   * The same queue. If it is not there, an {@link InvalidDestinationException} is thrown, even if a
   * client reports that as it reports an outage.
   *
   * @param known a queue that is there, by which an outage shows
   */
  default Queues beside(Queues known) {
    return session -> {
      try {
        return of(session);
      } catch (JMSException e) {
        throw missing(e, known, session);
      }
    };
  }

  private static JMSException missing(JMSException told, Queues known, Session session)
      throws JMSException {
    if (told instanceof InvalidDestinationException
        || SecurityRefusals.isIn(told)
        || known.of(session) == null) {
      return told;
    }
    InvalidDestinationException missing = new InvalidDestinationException(told.getMessage());
    missing.initCause(told);
    return missing;
  }

  /** A queue that the server has looked up. */
  static Queues found(Queue queue) {
    return session -> queue;
  }
}
