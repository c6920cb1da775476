// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.body;

import jakarta.jms.JMSException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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

  BodyRead read(@Nullable String contentType) throws JMSException {
    try {
      return typed(contentType);
    } catch (BrokenBody e) {
      return unreadable(e.evidence(), e.detail()).of(e.bytes());
    }
  }

  private BodyRead typed(@Nullable String contentType) throws JMSException {
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

  private BodyRead bytes(@Nullable String contentType) throws JMSException {
    Excerpt body = body(largest);
    return body.isWhole()
        ? BodyRead.accepted(Body.bytes(body.bytes(), contentType))
        : tooLarge(body);
  }

  private BodyRead text(@Nullable String contentType) throws JMSException {
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
        ? BodyRead.text(text.get(), contentType, largest)
        : BodyRead.accepted(Body.none());
  }

  private BodyRead object() throws JMSException {
    Excerpt body = body(largest);
    if (!body.isWhole()) {
      return tooLarge(body);
    }
    byte[] bytes = body.bytes(); // its length, four bytes, and what was serialised
    int skipped = Math.min(Integer.BYTES, bytes.length);
    return BodyRead.refused(
        Body.bytes(Arrays.copyOfRange(bytes, skipped, bytes.length), SERIALISED),
        ParkingReason.TYPE_REFUSED,
        "an ObjectMessage, which is never deserialised");
  }

  /** Two bytes for a character, as in a text. The result is measured again. */
  private BodyRead formed() throws JMSException {
    Excerpt body = body((int) Math.min(Integer.MAX_VALUE - 64, CoreText.HEAD + 2L * largest));
    if (!body.isWhole()) {
      return tooLarge(body);
    }
    try {
      BodyRead read = formed(new CoreValues(body.bytes()));
      return read.refusal()
          .filter(verdict -> verdict.reason().equals(ParkingReason.UNREADABLE))
          .map(verdict -> unreadable(body, verdict.detail()))
          .orElse(read);
    } catch (RuntimeException e) {
      return unreadable(body, "a map or stream whose body is none");
    }
  }

  private BodyRead formed(CoreValues values) {
    return core.type() == CoreMessage.MAP
        ? values.map(largest).map()
        : values.stream(largest).stream();
  }

  private Excerpt body(int most) throws JMSException {
    return core.body(most);
  }

  private BodyRead tooLarge(Excerpt body) {
    return BodyRead.tooLarge(beginning(body), body.size(), largest);
  }

  private static BodyRead unreadable(Excerpt body, String detail) {
    return BodyRead.refused(
            body.isWhole() ? Body.bytes(body.bytes(), null) : beginning(body),
            ParkingReason.UNREADABLE,
            detail)
        .of(body.size());
  }

  private static Body beginning(Excerpt body) {
    int kept = Math.min(body.bytes().length, BodyRead.EVIDENCE);
    return Body.bytes(Arrays.copyOf(body.bytes(), kept), null);
  }
}
