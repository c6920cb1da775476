// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonException;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParser.Event;
import java.io.StringReader;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import org.semel.internal.desk.web.rest.call.RequestRefused;
import org.semel.internal.desk.web.rest.call.Texts;

/** JSON on the wire. */
final class WireJson {

  static final JsonProvider PROVIDER = JsonProvider.provider();

  private WireJson() {}

  static JsonObjectBuilder object() {
    return PROVIDER.createObjectBuilder();
  }

  static JsonArrayBuilder array() {
    return PROVIDER.createArrayBuilder();
  }

  static String text(JsonValue value) {
    return Texts.escaped(value.toString());
  }

  /**
   * The members of an object whose values are texts, numbers and truth values; read piece by piece,
   * so that no depth of nesting can exhaust the stack.
   *
   * @throws RequestRefused if {@code text} is anything else
   */
  static Map<String, Object> members(String text) {
    try (JsonParser parser = PROVIDER.createParser(new StringReader(text))) {
      if (!parser.hasNext() || parser.next() != Event.START_OBJECT) {
        throw RequestRefused.invalid("The body must be a JSON object.");
      }
      Map<String, Object> members = new HashMap<>();
      while (parser.next() == Event.KEY_NAME) {
        String name = parser.getString();
        if (members.put(name, scalar(parser, name)) != null) {
          throw RequestRefused.invalid(Texts.quoted(name) + " stands in the body twice.");
        }
      }
      if (parser.hasNext()) {
        throw RequestRefused.invalid("There is more in the body behind its JSON object.");
      }
      return members;
    } catch (JsonException | IllegalStateException | java.util.NoSuchElementException e) {
      throw RequestRefused.invalid("The body is not JSON.");
    }
  }

  /** The parser bounds digits and exponent, with exceptions that are none of JSON. */
  private static BigDecimal number(JsonParser parser, String name) {
    try {
      return parser.getBigDecimal();
    } catch (ArithmeticException | NumberFormatException | UnsupportedOperationException e) {
      throw RequestRefused.invalid(Texts.quoted(name) + " is no number of a usual size.");
    }
  }

  private static Object scalar(JsonParser parser, String name) {
    return switch (parser.next()) {
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER -> number(parser, name);
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default ->
          throw RequestRefused.invalid(
              Texts.quoted(name) + " must be a text, a number, true or false.");
    };
  }
}
