// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.call;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;

/** Makes of what a request gives a value of the type that the table says. */
final class TypedValue {

  private TypedValue() {}

  /**
   * The value.
   *
   * @param name what it is, for the refusal
   * @throws RequestRefused if it is none of this type
   */
  static Object of(String name, Parameter.Type type, Object value) {
    return switch (type) {
      case TEXT -> text(name, value);
      case SOUGHT -> Texts.sought(name, string(name, value));
      case FOREIGN -> Texts.foreign(name, string(name, value));
      case NUMBER -> number(name, value);
      case TRUTH -> truth(name, value);
      case TIME -> time(name, text(name, value));
      case UUID -> uuid(name, text(name, value));
    };
  }

  private static String text(String name, Object value) {
    return Texts.written(name, string(name, value));
  }

  private static String string(String name, Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw RequestRefused.invalid("'" + name + "' must be a text.");
  }

  private static Long number(String name, Object value) {
    try {
      long number =
          value instanceof BigDecimal decimal
              ? decimal.longValueExact()
              : Long.parseLong(text(name, value));
      if (number >= 0) {
        return number;
      }
    } catch (ArithmeticException | NumberFormatException e) {
      // said below, as of a negative one
    }
    throw RequestRefused.invalid("'" + name + "' must be a whole number, 0 or more.");
  }

  private static Boolean truth(String name, Object value) {
    String said = value instanceof Boolean ? value.toString() : text(name, value);
    if (said.equals("true") || said.equals("false")) {
      return Boolean.valueOf(said);
    }
    throw RequestRefused.invalid("'" + name + "' must be true or false.");
  }

  private static Instant time(String name, String text) {
    return Texts.time(text)
        .orElseThrow(
            () ->
                RequestRefused.invalid(
                    "'" + name + "' must be a time such as 2026-11-23T07:30:00Z."));
  }

  private static UUID uuid(String name, String text) {
    try {
      UUID uuid = UUID.fromString(text);
      if (uuid.toString().equalsIgnoreCase(text)) {
        return uuid;
      }
    } catch (IllegalArgumentException e) {
      // said below, as of a short one
    }
    throw RequestRefused.invalid("'" + name + "' must be a UUID, 36 characters.");
  }
}
