// SPDX-License-Identifier: Apache-2.0
package org.semel.jms;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.semel.inbox.Parked.Verdict;
import org.semel.message.Body;
import org.semel.message.Reason;

/**
 * Reads bodies without ever running a producer's classes. Map and stream messages are written down
 * as JSON, object messages as the serialised bytes, for the operator.
 *
 * @see <a href="https://camel.apache.org/security/CVE-2026-40860.html">CVE-2026-40860:
 *     deserialisation of object messages</a>
 */
final class BodyReader {

  private static final JsonProvider JSON = JsonProvider.provider();

  private BodyReader() {}

  /**
   * What was read.
   *
   * @param refusal why the message is not taken in, if it is not
   */
  record Read(Body body, Optional<Verdict> refusal) {}

  static Read read(Message message, @Nullable String contentType) throws JMSException {
    if (message instanceof TextMessage text) {
      return text(text.getText(), contentType);
    }
    if (message instanceof BytesMessage bytes) {
      return accepted(Body.bytes(bytes(bytes), contentType));
    }
    if (message instanceof ObjectMessage) {
      return refused(RawBody.of(message), "an ObjectMessage, which is never deserialised");
    }
    if (message instanceof MapMessage map) {
      return refused(json(map), "a MapMessage");
    }
    if (message instanceof StreamMessage stream) {
      return refused(json(stream), "a StreamMessage");
    }
    return accepted(Body.none());
  }

  private static Read text(@Nullable String text, @Nullable String contentType) {
    if (text == null) {
      return accepted(Body.none());
    }
    try {
      return accepted(Body.text(text, contentType));
    } catch (CharacterCodingException e) {
      Body evidence =
          Body.bytes(text.getBytes(StandardCharsets.UTF_16BE), "text/plain; charset=utf-16be");
      String detail = "the text holds half of a surrogate pair";
      return new Read(evidence, Optional.of(new Verdict(Reason.NOT_TEXT, detail)));
    }
  }

  private static byte[] bytes(BytesMessage message) throws JMSException {
    byte[] bytes = new byte[Math.toIntExact(message.getBodyLength())];
    message.reset();
    if (bytes.length > 0 && message.readBytes(bytes) != bytes.length) {
      throw new MessageEOFException("the body is shorter than the broker says");
    }
    return bytes;
  }

  private static Body json(MapMessage message) throws JMSException {
    JsonObjectBuilder object = JSON.createObjectBuilder();
    Enumeration<?> names = message.getMapNames();
    for (Object name : Collections.list(names)) {
      object.add((String) name, value(message.getObject((String) name)));
    }
    return json(object.build());
  }

  private static Body json(StreamMessage message) throws JMSException {
    JsonArrayBuilder array = JSON.createArrayBuilder();
    message.reset();
    try {
      while (true) {
        array.add(value(message.readObject()));
      }
    } catch (MessageEOFException end) {
      return json(array.build());
    }
  }

  private static Body json(JsonValue value) {
    return Body.bytes(value.toString().getBytes(StandardCharsets.UTF_8), "application/json");
  }

  private static JsonValue value(@Nullable Object value) {
    if (value == null) {
      return JsonValue.NULL;
    }
    if (value instanceof Boolean truth) {
      return truth ? JsonValue.TRUE : JsonValue.FALSE;
    }
    if (value instanceof byte[] bytes) {
      return JSON.createValue(Base64.getEncoder().encodeToString(bytes));
    }
    return value instanceof Long || value instanceof Integer || value instanceof Short
        ? JSON.createValue(((Number) value).longValue())
        : JSON.createValue(value.toString());
  }

  private static Read accepted(Body body) {
    return new Read(body, Optional.empty());
  }

  private static Read refused(Body evidence, String detail) {
    return new Read(evidence, Optional.of(new Verdict(Reason.TYPE_REFUSED, detail)));
  }
}
