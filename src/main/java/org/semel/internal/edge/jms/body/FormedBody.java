// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.body;

import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.semel.message.Body;
import org.semel.message.ParkingReason;

/**
 * A map or stream message as JSON that keeps the types of its values. The form is canonical: a map
 * is sorted by name, so that equal messages have equal bytes.
 *
 * <p>A string, a truth value and null are JSON's own. A number without fraction or exponent is an
 * {@code int}, any other a {@code double}, as in Java. Each other value is an object of one member,
 * which names the type: <code>{"long":7}</code>, {@code byte}, {@code short}, {@code float}, {@code
 * char} (a string of one character), {@code bytes} (base64); and <code>{"double":"NaN"}</code> or
 * {@code float} for what JSON cannot say. No value is an object by itself, so that the form is
 * unambiguous.
 */
final class FormedBody {

  static final String MAP = "application/vnd.semel.map+json";
  static final String STREAM = "application/vnd.semel.stream+json";

  private static final HexFormat HEX = HexFormat.of();

  private final int largest;
  private final SortedMap<String, String> members = new TreeMap<>();
  private final StringBuilder items = new StringBuilder();
  private long size;
  private @Nullable BodyRead refused;

  /**
   * Nothing yet.
   *
   * @param largest what the policy allows, in bytes
   */
  FormedBody(int largest) {
    this.largest = largest;
  }

  /** Adds an entry of a map. */
  void put(String name, @Nullable Object value) {
    long beside = 2L + escaped(name);
    String json = json(kept(beside, value));
    size += beside + json.length();
    if (members.put(name, json) != null) {
      refuse(ParkingReason.UNREADABLE, "a map that holds a name twice");
    }
    if (members.size() > Body.MOST_NAMES) {
      refuse(ParkingReason.UNREADABLE, "a map of more than " + Body.MOST_NAMES + " names");
    }
  }

  /** Adds the next value of a stream. */
  void add(@Nullable Object value) {
    String json = json(kept(1, value));
    size += 1L + json.length();
    items.append(items.isEmpty() ? "" : ",").append(json);
  }

  /**
   * The part of a value that is written: only the beginning, as evidence, if the value makes the
   * body too large.
   */
  private @Nullable Object kept(long beside, @Nullable Object value) {
    if (size + beside + least(value) <= largest) {
      return value;
    }
    Object beginning = beginning(value);
    size += least(value) - least(beginning);
    return beginning;
  }

  private static @Nullable Object beginning(@Nullable Object value) {
    if (value instanceof byte[] bytes) {
      return Arrays.copyOf(bytes, Math.min(bytes.length, BodyRead.EVIDENCE));
    }
    return value instanceof String text
        ? text.substring(0, Math.min(text.length(), BodyRead.EVIDENCE))
        : value;
  }

  /** The number of characters of JSON that a value has at least. */
  private static long least(@Nullable Object value) {
    if (value instanceof byte[] bytes) {
      return (bytes.length + 2L) / 3 * 4;
    }
    return value instanceof String text ? escaped(text) : 0;
  }

  /** Whether it is refused already. */
  boolean isRefused() {
    return refused != null || size > largest;
  }

  BodyRead map() {
    StringBuilder json = new StringBuilder("{");
    members.forEach(
        (name, value) -> {
          json.append(json.length() == 1 ? "" : ",");
          quote(name, json);
          json.append(':').append(value);
        });
    return read(json.append('}').toString(), MAP);
  }

  BodyRead stream() {
    return read("[" + items + "]", STREAM);
  }

  private BodyRead read(String json, String type) {
    if (refused != null) {
      return refused;
    }
    return size > largest
        ? BodyRead.tooLarge(BodyRead.beginning(json, type), size, largest)
        : BodyRead.text(json, type, largest);
  }

  private void refuse(ParkingReason reason, String detail) {
    refused = BodyRead.refused(Body.none(), reason, detail);
  }

  private String json(@Nullable Object value) {
    StringBuilder json = new StringBuilder();
    write(value, json);
    return json.toString();
  }

  private void write(@Nullable Object value, StringBuilder json) {
    if (value instanceof String text) {
      quote(text, json);
    } else if (value == null || value instanceof Boolean || value instanceof Integer) {
      json.append(value);
    } else if (value instanceof Double number && Double.isFinite(number)) {
      json.append(number.doubleValue());
    } else {
      tagged(value, json);
    }
  }

  private void tagged(Object value, StringBuilder json) {
    if (value instanceof Long || value instanceof Short || value instanceof Byte) {
      tag(name(value), value.toString(), json);
    } else if (value instanceof Float number && Float.isFinite(number)) {
      tag("float", number.toString(), json);
    } else if (value instanceof Float || value instanceof Double || value instanceof Character) {
      tag(name(value), quoted(value.toString()), json);
    } else if (value instanceof byte[] bytes) {
      tag("bytes", quoted(Base64.getEncoder().encodeToString(bytes)), json);
    } else {
      refuse(
          ParkingReason.TYPE_REFUSED,
          "a value of " + value.getClass().getName() + ", which Jakarta Messaging does not know");
    }
  }

  private static String name(Object value) {
    return value instanceof Character
        ? "char"
        : value.getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  private static void tag(String type, String value, StringBuilder json) {
    json.append("{\"").append(type).append("\":").append(value).append('}');
  }

  private static String quoted(String text) {
    StringBuilder json = new StringBuilder();
    quote(text, json);
    return json.toString();
  }

  /** The number of characters of a text once it is escaped. */
  private static long escaped(String text) {
    return text.chars().mapToLong(c -> c < ' ' ? 6 : c == '"' || c == '\\' ? 2 : 1).sum();
  }

  /** Escapes only what RFC 8259, section 7, demands. */
  private static void quote(String text, StringBuilder json) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append("\\u").append(HEX.toHexDigits(c));
      } else {
        json.append(c);
      }
    }
    json.append('"');
  }
}
