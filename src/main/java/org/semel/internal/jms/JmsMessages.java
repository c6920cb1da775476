// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.io.UTFDataFormatException;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import java.util.zip.ZipException;
import org.semel.internal.claim.ParkedMessage.Verdict;
import org.semel.internal.jms.body.BodyRead;
import org.semel.internal.jms.body.BodyReader;
import org.semel.internal.jms.body.CoreMessage;
import org.semel.internal.policy.ConsumerPolicy.Limits;
import org.semel.internal.receive.Arrival;
import org.semel.internal.tx.Faults.Opinion;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Origin;
import org.semel.message.ParkingReason;

/**
 * Copies messages out of JMS, so that nothing of the session leaks into the core. Never
 * deserialises: what would need it is refused, with its bytes as evidence. Answers with a value for
 * every message that a producer can send; throws only if the broker is away.
 */
public final class JmsMessages {

  private static final JmsFaults FAULTS = new JmsFaults();

  /** What a decoder says of bytes. */
  private static final List<Class<? extends Exception>> MALFORMED =
      List.of(
          CharacterCodingException.class,
          DataFormatException.class,
          UTFDataFormatException.class,
          ZipException.class);

  /** Causes may go round in a circle. */
  private static final int MOST_CAUSES = 20;

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
    } catch (RuntimeException e) {
      return unreadable(message, e);
    } catch (JMSException e) {
      if (FAULTS.of(e) != Opinion.LASTING && !isOfTheBytes(e)) {
        throw e;
      }
      return unreadable(message, e);
    }
  }

  private Arrival whole(Message message, Optional<CoreMessage> beneath) throws JMSException {
    Headers headers = JmsHeaders.read(message);
    BodyRead body = bodies.read(message, beneath, JmsHeaders.contentType(headers));
    org.semel.message.Message copy =
        new org.semel.message.Message(headers, body.body(), origin(message));
    return body.refusal()
        .or(() -> JmsHeaders.refusal(headers, limits))
        .<Arrival>map(verdict -> new Arrival.Refused(copy, verdict))
        .orElseGet(() -> new Arrival.Copied(copy));
  }

  /** A lost connection shows otherwise; what the client cannot decode comes again as it is. */
  private static boolean isOfTheBytes(JMSException failure) {
    return Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
        .limit(MOST_CAUSES)
        .anyMatch(cause -> MALFORMED.stream().anyMatch(kind -> kind.isInstance(cause)));
  }

  /** What the client throws may quote the message; its class says enough. */
  private Arrival unreadable(Message message, Exception failure) {
    org.semel.message.Message evidence =
        new org.semel.message.Message(
            JmsHeaders.readable(message), Body.none(), new Origin(destination, "", 1));
    String detail = "the broker's client cannot read it: " + failure.getClass().getName();
    return new Arrival.Refused(evidence, new Verdict(ParkingReason.UNREADABLE, detail));
  }

  private Origin origin(Message message) throws JMSException {
    String id = message.getJMSMessageID();
    return new Origin(destination, id == null ? "" : id, JmsHeaders.deliveries(message));
  }
}
