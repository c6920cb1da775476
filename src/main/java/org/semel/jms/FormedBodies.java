// SPDX-License-Identifier: Apache-2.0
package org.semel.jms;

import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.StreamMessage;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.semel.jms.BodyReader.Read;
import org.semel.message.Body;
import org.semel.message.Reason;

/** Writes down map and stream messages as JSON, as evidence for the operator. */
final class FormedBodies {

  private static final JsonProvider JSON = JsonProvider.provider();

  private FormedBodies() {}

  /** What a map or stream message holds, if the client can read it. */
  static Optional<Read> readable(CoreMessage core, Message presented) {
    try {
      Optional<Message> converted = core.isLarge() ? Optional.empty() : core.converted(presented);
      return converted.isPresent() ? Optional.of(refused(converted.get())) : Optional.empty();
    } catch (JMSException
        | ReflectiveOperationException
        | RuntimeException
        | OutOfMemoryError e) { // the length of an array is what the producer says
      return Optional.empty();
    }
  }

  static Read refused(Message message) throws JMSException {
    return message instanceof MapMessage map
        ? Read.refused(json(map), Reason.TYPE_REFUSED, "a MapMessage")
        : Read.refused(json((StreamMessage) message), Reason.TYPE_REFUSED, "a StreamMessage");
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
}
