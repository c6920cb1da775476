// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Objects;
import java.util.function.Function;
import org.semel.message.Headers;

/**
 * Headers as they stand in a {@code json} column: plain if JSON has the type, otherwise tagged, so
 * that a replay restores each property with its type: {@code
 * {"tenant":"t","retries":3,"total":{"long":"17"}}}.
 */
public final class HeadersColumn {

  private static final JsonProvider JSON = JsonProvider.provider();

  private static final Map<String, Function<String, Object>> TAGS =
      Map.of(
          "byte", Byte::valueOf,
          "short", Short::valueOf,
          "long", Long::valueOf,
          "float", Float::valueOf,
          "double", Double::valueOf);

  private HeadersColumn() {}

  public static String write(Headers headers) {
    if (headers.size() == 0) {
      return "{}";
    }
    JsonObjectBuilder object = JSON.createObjectBuilder();
    headers.forEach(
        (name, value) -> {
          if (value instanceof Boolean truth) {
            object.add(name, truth);
          } else if (value instanceof Integer number) {
            object.add(name, number);
          } else if (value instanceof Number number) {
            object.add(name, JSON.createObjectBuilder().add(tag(number), number.toString()));
          } else {
            object.add(name, value.toString());
          }
        });
    return object.build().toString();
  }

  public static Headers read(String column) {
    Map<String, Object> headers = new LinkedHashMap<>();
    JsonObject object = JSON.createReader(new StringReader(column)).readObject();
    object.forEach((name, value) -> headers.put(name, value(value)));
    return Headers.of(headers);
  }

  private static String tag(Number number) {
    String tag = number.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    if (!TAGS.containsKey(tag)) {
      throw new IllegalArgumentException("JMS has no property of " + number.getClass());
    }
    return tag;
  }

  private static Object value(JsonValue value) {
    if (value instanceof JsonString text) {
      return text.getString();
    }
    if (value instanceof JsonNumber number) {
      return number.intValueExact();
    }
    if (value instanceof JsonObject tagged) {
      Entry<String, JsonValue> only = tagged.entrySet().iterator().next();
      return Objects.requireNonNull(TAGS.get(only.getKey()), "a header of unknown type")
          .apply(((JsonString) only.getValue()).getString());
    }
    return value == JsonValue.TRUE;
  }
}
