// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import jakarta.json.stream.JsonParser;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Names a value inside a JSON document, and finds it without reading what lies beside the way.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc6901">RFC 6901</a>
 */
record JsonPointer(List<String> tokens) {

  static JsonPointer of(String pointer) {
    return new JsonPointer(
        Arrays.stream(pointer.split("/", -1))
            .skip(1)
            .map(token -> token.replace("~1", "/").replace("~0", "~"))
            .toList());
  }

  /** Moves {@code parser}, which stands before a document, to the first event of the value. */
  Optional<JsonParser.Event> find(JsonParser parser) {
    Optional<JsonParser.Event> at = Optional.of(parser.next());
    for (String token : tokens) {
      at = at.flatMap(event -> child(parser, event, token));
    }
    return at;
  }

  private static Optional<JsonParser.Event> child(
      JsonParser parser, JsonParser.Event parent, String token) {
    return switch (parent) {
      case START_OBJECT -> member(parser, token);
      case START_ARRAY -> item(parser, token);
      default -> Optional.empty();
    };
  }

  private static Optional<JsonParser.Event> member(JsonParser parser, String name) {
    while (parser.next() == JsonParser.Event.KEY_NAME) {
      boolean found = parser.getString().equals(name);
      JsonParser.Event value = parser.next();
      if (found) {
        return Optional.of(value);
      }
      skip(parser, value);
    }
    return Optional.empty();
  }

  private static Optional<JsonParser.Event> item(JsonParser parser, String token) {
    if (!token.matches("0|[1-9][0-9]{0,8}")) {
      return Optional.empty();
    }
    int before = Integer.parseInt(token);
    JsonParser.Event value = parser.next();
    while (value != JsonParser.Event.END_ARRAY && before > 0) {
      skip(parser, value);
      value = parser.next();
      before--;
    }
    return value == JsonParser.Event.END_ARRAY ? Optional.empty() : Optional.of(value);
  }

  private static void skip(JsonParser parser, JsonParser.Event value) {
    if (value == JsonParser.Event.START_OBJECT) {
      parser.skipObject();
    } else if (value == JsonParser.Event.START_ARRAY) {
      parser.skipArray();
    }
  }
}
