// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.body;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.semel.message.Body;
import org.semel.message.ParkingReason;

/**
 * Reads bodies up to the policy's limit, and never loads a producer's classes. Map and stream
 * messages become JSON ({@link FormedBody}). An object message keeps its serialised bytes, for the
 * operator.
 *
 * @see <a href="https://camel.apache.org/security/CVE-2026-40860.html">CVE-2026-40860:
 *     deserialisation of object messages</a>
 */
public final class BodyReader {

  private final int largest;

  public BodyReader(int largest) {
    this.largest = largest;
  }

  public BodyRead read(Message message, Optional<CoreMessage> beneath, @Nullable String contentType)
      throws JMSException {
    if (beneath.isPresent()) {
      return new CoreBody(beneath.get(), largest).read(contentType);
    }
    if (message instanceof TextMessage text) {
      return text(text.getText(), contentType);
    }
    if (message instanceof BytesMessage bytes) {
      return bytes(bytes, contentType);
    }
    if (message instanceof MapMessage map) {
      return FormedBodies.read(map, largest);
    }
    if (message instanceof StreamMessage stream) {
      return FormedBodies.read(stream, largest);
    }
    return message instanceof ObjectMessage ? refused(message) : BodyRead.accepted(Body.none());
  }

  private BodyRead refused(Message object) throws JMSException {
    Optional<CoreMessage> core = CoreMessage.of(object);
    return core.isPresent()
        ? new CoreBody(core.get(), largest).read(null)
        : BodyRead.refused(
            Body.none(),
            ParkingReason.TYPE_REFUSED,
            "an ObjectMessage, which is never deserialised, and whose bytes its broker does not show");
  }

  private BodyRead text(@Nullable String text, @Nullable String contentType) {
    return text == null
        ? BodyRead.accepted(Body.none())
        : BodyRead.text(text, contentType, largest);
  }

  private BodyRead bytes(BytesMessage message, @Nullable String contentType) throws JMSException {
    long size = message.getBodyLength();
    byte[] bytes = new byte[(int) (size <= largest ? size : Math.min(size, BodyRead.EVIDENCE))];
    message.reset();
    if (bytes.length > 0 && message.readBytes(bytes) != bytes.length) {
      throw new MessageEOFException("the body is shorter than the broker says");
    }
    Body body = Body.bytes(bytes, contentType);
    return size <= largest ? BodyRead.accepted(body) : BodyRead.tooLarge(body, size, largest);
  }
}
