// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.call;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.semel.message.Body;

/** Characters from outside, and for outside. */
public final class Texts {

  private static final int SHORT = 60;
  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999Z");

  private Texts() {}

  /**
   * {@code text}, which a person writes, if a database can keep it and a reader is not misled by
   * it.
   *
   * @param name what it is, for the refusal
   * @throws RequestRefused if it has control characters, half a surrogate pair, or characters that
   *     turn the direction of others around
   */
  public static String written(String name, String text) {
    if (sought(name, text).codePoints().anyMatch(Texts::turns)) {
      throw RequestRefused.invalid(
          quoted(name) + " has characters that turn the direction of writing.");
    }
    return text;
  }

  /**
   * {@code text}, which is only compared with keys that others have sent, if one can be so.
   * Characters that turn the direction of writing belong to it, as they came.
   *
   * @param name what it is, for the refusal
   * @throws RequestRefused if it has control characters, or half a surrogate pair
   */
  public static String sought(String name, String text) {
    if (foreign(name, text).codePoints().anyMatch(Texts::controls)) {
      throw RequestRefused.invalid(quoted(name) + " has control characters.");
    }
    return text;
  }

  /**
   * {@code text}, which is only compared with what others have said, if a database can keep it.
   * Characters that a terminal or a page might act upon belong to it, as they came.
   *
   * @param name what it is, for the refusal
   * @throws RequestRefused if it has a NUL, or half a surrogate pair
   */
  public static String foreign(String name, String text) {
    if (!Body.canHold(text) || text.indexOf('\0') >= 0) {
      throw RequestRefused.invalid(
          quoted(name) + " has characters that nothing here has: a NUL, or half a surrogate pair.");
    }
    return text;
  }

  private static boolean controls(int c) {
    return Character.isISOControl(c) && c != '\n' && c != '\r' && c != '\t';
  }

  private static boolean turns(int c) {
    return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
  }

  /** The time that {@code text} is, if it is one of which every database knows. */
  public static Optional<Instant> time(String text) {
    try {
      Instant time = Instant.parse(text);
      return time.isBefore(FIRST) || time.isAfter(LAST) ? Optional.empty() : Optional.of(time);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** For a message: short, and nothing in it can be mistaken for the message. */
  public static String quoted(String text) {
    String cut = text.length() > SHORT ? text.substring(0, SHORT) + "…" : text;
    return "'"
        + cut.codePoints().collect(StringBuilder::new, Texts::plain, StringBuilder::append)
        + "'";
  }

  private static void plain(StringBuilder text, int c) {
    text.appendCodePoint(isShown(c) && c != '\'' ? c : '?');
  }

  /**
   * JSON in which what a terminal or a page might act upon stands as an escape: controls, marks of
   * direction, invisible characters, halves of surrogate pairs.
   */
  public static String escaped(String json) {
    StringBuilder escaped = new StringBuilder(json.length());
    json.codePoints()
        .forEach(
            c -> {
              if (isShown(c)) {
                escaped.appendCodePoint(c);
              } else {
                for (char half : Character.toChars(c)) {
                  escaped.append(String.format("\\u%04x", (int) half));
                }
              }
            });
    return escaped.toString();
  }

  private static boolean isShown(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
