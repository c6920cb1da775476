// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.jms.body;

import jakarta.jms.JMSException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.semel.internal.jms.body.BodyReader.Read;
import org.semel.message.Body;
import org.semel.message.ParkingReason;

/** Reads the body that lies beneath a message of Artemis. */
final class CoreBody {

  private static final String SERIALISED = "application/x-java-serialized-object";

  private final CoreMessage core;
  private final int largest;

  CoreBody(CoreMessage core, int largest) {
    this.core = core;
    this.largest = largest;
  }

  Read read(@Nullable String contentType) throws JMSException {
    return switch (core.type()) {
      case CoreMessage.UNTYPED, CoreMessage.BYTES -> bytes(contentType);
      case CoreMessage.TEXT -> text(contentType);
      case CoreMessage.OBJECT -> object();
      case CoreMessage.MAP, CoreMessage.STREAM -> formed();
      default ->
          unreadable(
              body(largest), "a message of type " + core.type() + ", which JMS does not know");
    };
  }

  private Read bytes(@Nullable String contentType) throws JMSException {
    Excerpt body = body(largest);
    return body.isWhole() ? Read.accepted(Body.bytes(body.bytes(), contentType)) : tooLarge(body);
  }

  private Read text(@Nullable String contentType) throws JMSException {
    Excerpt body = body((int) Math.min(Integer.MAX_VALUE - 64, CoreText.HEAD + 2L * largest));
    byte[] head = Arrays.copyOf(body.bytes(), Math.min(CoreText.HEAD, body.bytes().length));
    if (!CoreText.isWellFormed(head, body.size())) {
      return unreadable(body, "a text whose body is none");
    }
    if (!body.isWhole()) {
      return tooLarge(body);
    }
    Optional<String> text = CoreText.of(body);
    return text.isPresent()
        ? BodyReader.text(text.get(), contentType, largest)
        : Read.accepted(Body.none());
  }

  private Read object() throws JMSException {
    Excerpt body = body(largest);
    if (!body.isWhole()) {
      return tooLarge(body);
    }
    byte[] bytes = body.bytes(); // its length, four bytes, and what was serialised
    int skipped = Math.min(Integer.BYTES, bytes.length);
    return Read.refused(
        Body.bytes(Arrays.copyOfRange(bytes, skipped, bytes.length), SERIALISED),
        ParkingReason.TYPE_REFUSED,
        "an ObjectMessage, which is never deserialised");
  }

  /** Two bytes for a character, as in a text; what becomes of it is measured once more. */
  private Read formed() throws JMSException {
    Excerpt body = body((int) Math.min(Integer.MAX_VALUE - 64, CoreText.HEAD + 2L * largest));
    if (!body.isWhole()) {
      return tooLarge(body);
    }
    try {
      Read read = formed(new CoreValues(body.bytes()));
      return read.refusal()
          .filter(verdict -> verdict.reason() == ParkingReason.UNREADABLE)
          .map(verdict -> unreadable(body, verdict.detail()))
          .orElse(read);
    } catch (RuntimeException e) {
      return unreadable(body, "a map or stream whose body is none");
    }
  }

  private Read formed(CoreValues values) {
    return core.type() == CoreMessage.MAP
        ? values.map(largest).map()
        : values.stream(largest).stream();
  }

  private Excerpt body(int most) throws JMSException {
    return core.body(most);
  }

  private Read tooLarge(Excerpt body) {
    return BodyReader.tooLarge(beginning(body), body.size() + " bytes", largest);
  }

  private static Read unreadable(Excerpt body, String detail) {
    return Read.refused(
        body.isWhole() ? Body.bytes(body.bytes(), null) : beginning(body),
        ParkingReason.UNREADABLE,
        detail);
  }

  private static Body beginning(Excerpt body) {
    int kept = Math.min(body.bytes().length, BodyReader.EVIDENCE);
    return Body.bytes(Arrays.copyOf(body.bytes(), kept), null);
  }
}
