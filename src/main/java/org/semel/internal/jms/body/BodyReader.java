// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.jms.body;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.semel.internal.claim.ParkedMessage.Verdict;
import org.semel.message.Body;
import org.semel.message.ParkingReason;

/**
 * Reads bodies without ever running a producer's classes, and no more of them than the policy
 * allows. Map and stream messages are written down as JSON ({@link FormedBody}); of object messages
 * the serialised bytes, for the operator.
 *
 * @see <a href="https://camel.apache.org/security/CVE-2026-40860.html">CVE-2026-40860:
 *     deserialisation of object messages</a>
 */
public final class BodyReader {

  /** How much is kept of a body that is too large. */
  static final int EVIDENCE = 64 * 1024;

  private final int largest;

  public BodyReader(int largest) {
    this.largest = largest;
  }

  /**
   * What was read.
   *
   * @param refusal why the message is not taken in, if it is not
   */
  public record Read(Body body, Optional<Verdict> refusal) {

    static Read accepted(Body body) {
      return new Read(body, Optional.empty());
    }

    static Read refused(Body evidence, ParkingReason reason, String detail) {
      return new Read(evidence, Optional.of(new Verdict(reason, detail)));
    }
  }

  public Read read(Message message, Optional<CoreMessage> beneath, @Nullable String contentType)
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
    return message instanceof ObjectMessage ? refused(message) : Read.accepted(Body.none());
  }

  private Read refused(Message object) throws JMSException {
    Optional<CoreMessage> core = CoreMessage.of(object);
    return core.isPresent()
        ? new CoreBody(core.get(), largest).read(null)
        : Read.refused(
            Body.none(),
            ParkingReason.TYPE_REFUSED,
            "an ObjectMessage, which is never deserialised, and whose bytes its broker does not show");
  }

  private Read text(@Nullable String text, @Nullable String contentType) {
    return text == null ? Read.accepted(Body.none()) : text(text, contentType, largest);
  }

  /** A text that is there whole. */
  static Read text(String text, @Nullable String contentType, int largest) {
    try {
      Body body = Body.text(text, contentType);
      return body.size() <= largest
          ? Read.accepted(body)
          : tooLarge(
              Body.bytes(
                  text.substring(0, Math.min(text.length(), EVIDENCE))
                      .getBytes(StandardCharsets.UTF_8),
                  contentType),
              body.size() + " bytes",
              largest);
    } catch (CharacterCodingException e) {
      Body evidence =
          Body.bytes(text.getBytes(StandardCharsets.UTF_16BE), "text/plain; charset=utf-16be");
      return Read.refused(
          evidence, ParkingReason.NOT_TEXT, "the text holds half of a surrogate pair");
    }
  }

  static Read tooLarge(Body beginning, String size, int largest) {
    return Read.refused(
        beginning,
        ParkingReason.BODY_TOO_LARGE,
        "a body of "
            + size
            + ", allowed are "
            + largest
            + "; of it the first "
            + beginning.size()
            + " bytes are kept");
  }

  private Read bytes(BytesMessage message, @Nullable String contentType) throws JMSException {
    long size = message.getBodyLength();
    byte[] bytes = new byte[(int) (size <= largest ? size : Math.min(size, EVIDENCE))];
    message.reset();
    if (bytes.length > 0 && message.readBytes(bytes) != bytes.length) {
      throw new MessageEOFException("the body is shorter than the broker says");
    }
    Body body = Body.bytes(bytes, contentType);
    return size <= largest ? Read.accepted(body) : tooLarge(body, size + " bytes", largest);
  }
}
