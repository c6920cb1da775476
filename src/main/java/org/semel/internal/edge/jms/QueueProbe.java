// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.Optional;
import org.semel.Code;
import org.semel.internal.engine.receive.proof.Refusal;

/**
 * Probes whether a consumer can receive from its own queue, by its own selector: only the broker
 * knows, so it is asked. The connection is never started, so that nothing is taken from other
 * consumers.
 */
public final class QueueProbe {

  private final ConnectionFactory factory;
  private final String name;
  private final Queues queue;
  private final Selector selector;

  /**
   * A probe of one queue.
   *
   * @param probes a queue that is known to be there, by which an outage shows
   * @param name of the queue, as the policy has it
   * @param selector of the messages that are received
   */
  public QueueProbe(
      ConnectionFactory factory, Queues probes, String name, Queues queue, Selector selector) {
    this.factory = factory;
    this.name = name;
    this.queue = queue.beside(probes);
    this.selector = selector;
  }

  /**
   * The refusal of a queue from which the consumer can receive nothing, for good; empty if it can
   * receive.
   *
   * @throws BrokerException if the broker is away, or refuses the login
   */
  Optional<Refusal> refusal() {
    try (Connection trying = factory.createConnection();
        Session session = trying.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
      return refusal(session);
    } catch (JMSException e) {
      throw new BrokerException("open a consumer on " + name, e);
    }
  }

  private Optional<Refusal> refusal(Session session) throws JMSException {
    try (MessageConsumer consumer = selector.consumer(session, queue.of(session))) {
      assert consumer != null; // to open it is to ask
      return Optional.empty();
    } catch (InvalidSelectorException e) {
      return Optional.of(
          new Refusal(
              Code.SELECTOR_INVALID,
              "The broker does not understand the selector " + selector.text() + ".",
              "Correct semel.consumer.<name>.selector (Jakarta Messaging 3.1, section 3.8)."));
    } catch (InvalidDestinationException e) {
      return Optional.of(missing(e));
    }
  }

  private Refusal missing(JMSException told) {
    return new Refusal(
        Code.QUEUE_MISSING,
        "The broker has no queue " + name + " (" + told.getMessage() + ").",
        "Correct semel.consumer.<name>.queue, or create the queue in the broker; Semel creates none. The queue of a"
            + " subscription is named address::queue (docs/estates.md).");
  }
}
