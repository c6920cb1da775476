// SPDX-License-Identifier: Apache-2.0
package org.semel.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Optional;
import org.semel.inbox.Parked.Verdict;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Origin;
import org.semel.message.Reason;
import org.semel.receive.Arrival;
import org.semel.receive.ConsumerPolicy.Limits;

/**
 * Copies messages out of JMS, so that nothing of the session leaks into the core. Never
 * deserialises: what would need it is refused, with its bytes as evidence.
 */
public final class JmsMessages {

  private final String destination;
  private final Limits limits;

  /**
   * A copier for one consumer.
   *
   * @param destination where its messages come from, as evidence
   * @param limits what it refuses for size
   */
  public JmsMessages(String destination, Limits limits) {
    this.destination = destination;
    this.limits = limits;
  }

  /** The copy, with a verdict if the message is one that we do not take in. */
  Arrival copy(Message message) throws JMSException {
    Headers headers = JmsHeaders.read(message);
    BodyReader.Read body = BodyReader.read(message, JmsHeaders.contentType(headers));
    org.semel.message.Message copy =
        new org.semel.message.Message(headers, body.body(), origin(message));
    return body.refusal()
        .or(() -> JmsHeaders.refusal(headers, limits))
        .or(() -> tooLarge(body.body()))
        .<Arrival>map(verdict -> new Arrival.Refused(copy, verdict))
        .orElseGet(() -> new Arrival.Copied(copy));
  }

  private Optional<Verdict> tooLarge(Body body) {
    return body.length() <= limits.bodyBytes()
        ? Optional.empty()
        : Optional.of(
            new Verdict(
                Reason.BODY_TOO_LARGE,
                "a body of " + body.length() + " bytes, allowed are " + limits.bodyBytes()));
  }

  private Origin origin(Message message) throws JMSException {
    String id = message.getJMSMessageID();
    return new Origin(destination, id == null ? "" : id, JmsHeaders.deliveries(message));
  }
}
