// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

import jakarta.json.stream.JsonParser;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Builds plain maps, lists, strings, numbers and booleans from a parser's events, and finds its way
 * in them.
 */
final class JsonTree {

  /** Stands for JSON's {@code null}, which maps of the JDK dislike. */
  static final Object NULL =
      new Object() {
        @Override
        public String toString() {
          return "null";
        }
      };

  private final JsonParser parser;

  JsonTree(JsonParser parser) {
    this.parser = parser;
  }

  Object root() throws NotJson {
    if (!parser.hasNext()) {
      throw new NotJson("the body is empty where JSON is expected");
    }
    Object root = value(parser.next(), 0);
    if (parser.hasNext()) {
      throw new NotJson("the body goes on after the JSON document");
    }
    return root;
  }

  private Object value(JsonParser.Event event, int depth) throws NotJson {
    if (depth > Json.DEEPEST) {
      throw new NotJson("the JSON document is nested deeper than " + Json.DEEPEST);
    }
    return switch (event) {
      case START_OBJECT -> object(depth + 1);
      case START_ARRAY -> array(depth + 1);
      case VALUE_NUMBER -> parser.getBigDecimal();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> NULL;
      case VALUE_STRING -> parser.getString();
      case KEY_NAME, END_ARRAY, END_OBJECT -> throw new NotJson("the body is not well-formed JSON");
    };
  }

  private Map<String, Object> object(int depth) throws NotJson {
    Map<String, Object> members = new LinkedHashMap<>();
    while (parser.next() == JsonParser.Event.KEY_NAME) {
      String name = parser.getString();
      if (members.put(name, value(parser.next(), depth)) != null) {
        throw new NotJson("the JSON document holds a name twice in one object");
      }
    }
    return members;
  }

  private List<Object> array(int depth) throws NotJson {
    List<Object> items = new ArrayList<>();
    for (JsonParser.Event event = parser.next();
        event != JsonParser.Event.END_ARRAY;
        event = parser.next()) {
      items.add(value(event, depth));
    }
    return items;
  }

  /** The unescaped steps of a JSON Pointer; none for the whole document. */
  static List<String> tokens(String pointer) {
    return Arrays.stream(pointer.split("/", -1))
        .skip(1)
        .map(token -> token.replace("~1", "/").replace("~0", "~"))
        .toList();
  }

  static Optional<Object> child(Object parent, String token) {
    if (parent instanceof Map<?, ?> object) {
      return Optional.ofNullable(object.get(token));
    }
    if (parent instanceof List<?> items && token.matches("0|[1-9][0-9]{0,8}")) {
      int index = Integer.parseInt(token);
      return index < items.size() ? Optional.of(items.get(index)) : Optional.empty();
    }
    return Optional.empty();
  }
}
