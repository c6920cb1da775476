// SPDX-License-Identifier: Apache-2.0
package org.semel.small;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.UUID;

/** Sends to the small server's broker, as any producer would. */
public final class Jms {

  private Jms() {}

  /** Makes a message. */
  @FunctionalInterface
  public interface Maker {
    Message make(JMSContext context) throws JMSException;
  }

  /** A new queue of a name that nobody else has. */
  public static String queue(Broker broker) {
    String name = "q-" + UUID.randomUUID();
    broker.queue(name);
    return name;
  }

  public static void send(Broker broker, String queue, Maker maker) {
    send(broker, queue, Duration.ZERO, maker);
  }

  /**
   * A session for one thread, over a connection that is shared: what it sends is there once it is
   * committed, all at once. To be closed by its caller.
   */
  public static JMSContext transacted(Broker broker) {
    return broker.sender().transacted();
  }

  /** One message that lives so long; zero: for ever. */
  public static void send(Broker broker, String queue, Duration life, Maker maker) {
    broker.sender().send(queue, life, maker);
  }
}
