// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Optional;
import org.semel.internal.edge.jms.body.BodyRead;
import org.semel.internal.edge.jms.body.BodyReader;
import org.semel.internal.edge.jms.body.CoreMessage;
import org.semel.internal.edge.jms.body.RawBody;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Limits;
import org.semel.message.Headers;
import org.semel.message.Origin;
import org.semel.message.ParkingReason;

/**
 * Copies messages out of JMS, so that nothing of the session leaks into the core. Never
 * deserialises: what would need it is refused, with its bytes as evidence. Answers with a value for
 * every message that a producer can send; throws only if the broker is away.
 */
public final class JmsMessages {

  private final String destination;
  private final Limits limits;
  private final BodyReader bodies;

  /**
   * A copier for one consumer.
   *
   * @param destination where its messages come from, as evidence
   * @param limits what it refuses for size
   */
  public JmsMessages(String destination, Limits limits) {
    this.destination = destination;
    this.limits = limits;
    this.bodies = new BodyReader(limits.bodyBytes());
  }

  /** The copy of a message that is read through JMS alone. */
  Arrival copy(Message message) throws JMSException {
    return copy(message, Optional.empty());
  }

  /**
   * The copy, with a verdict if the message is refused.
   *
   * @param beneath what the client was kept from converting, where {@code message} is what it was
   *     presented as
   * @throws JMSException if the broker did not hand out what belongs to the message
   */
  Arrival copy(Message message, Optional<CoreMessage> beneath) throws JMSException {
    try {
      return whole(message, beneath);
    } catch (RuntimeException | StackOverflowError e) { // as deep as its producer nests it
      return unreadable(message, e);
    } catch (JMSException e) {
      if (!CopyFaults.areOfTheMessage(e, isInHand(message, beneath))) {
        throw e;
      }
      return unreadable(message, e);
    }
  }

  private static boolean isInHand(Message message, Optional<CoreMessage> beneath) {
    return beneath.isEmpty() && CoreMessage.of(message).isEmpty();
  }

  private Arrival whole(Message message, Optional<CoreMessage> beneath) throws JMSException {
    Headers headers = JmsHeaders.read(message);
    BodyRead body = bodies.read(message, beneath, JmsHeaders.contentType(headers));
    org.semel.message.Message copy =
        new org.semel.message.Message(headers, body.body(), origin(message));
    return body.refusal()
        .or(() -> JmsHeaders.refusal(headers, limits))
        .<Arrival>map(verdict -> new Arrival.Refused(copy, verdict, body.bytes()))
        .orElseGet(() -> new Arrival.Copied(copy));
  }

  /**
   * The refusal of a message that the client cannot read. It names only the class of the exception,
   * as the exception's text may quote the message.
   */
  private Arrival unreadable(Message message, Throwable failure) {
    Headers headers = JmsHeaders.readable(message);
    Origin origin = new Origin(destination, headers.text("JMSMessageID").orElse(""), 1);
    org.semel.message.Message evidence =
        new org.semel.message.Message(headers, RawBody.of(message), origin);
    String detail = "the broker's client cannot read it: " + failure.getClass().getName();
    return new Arrival.Refused(evidence, new Verdict(ParkingReason.UNREADABLE, detail));
  }

  private Origin origin(Message message) throws JMSException {
    String id = message.getJMSMessageID();
    return new Origin(destination, id == null ? "" : id, JmsHeaders.deliveries(message));
  }
}
