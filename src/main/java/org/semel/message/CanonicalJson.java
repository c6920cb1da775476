// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One spelling for all documents that mean the same: names sorted, no white space, numbers in
 * shortest form. In the spirit of RFC 8785, but with numbers of any size, because a price must not
 * pass through a {@code double}. The output is digested and never shown.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc8785">RFC 8785, JSON Canonicalization Scheme</a>
 */
final class CanonicalJson {

  private CanonicalJson() {}

  static void write(Object value, StringBuilder out) {
    if (value instanceof Map<?, ?> object) {
      object(object, out);
    } else if (value instanceof List<?> items) {
      items(items, out);
    } else if (value instanceof String text) {
      string(text, out);
    } else if (value instanceof BigDecimal number) {
      out.append(number(number));
    } else {
      out.append(value);
    }
  }

  /** {@code 1.50}, {@code 1.5} and {@code 15e-1} are one number; {@code 1E+999} stays short. */
  static String number(BigDecimal number) {
    BigDecimal shortest = number.stripTrailingZeros();
    boolean plain = shortest.scale() <= 0 && shortest.scale() > -20;
    return plain ? shortest.toPlainString() : shortest.toString();
  }

  private static void object(Map<?, ?> members, StringBuilder out) {
    Map<String, Object> sorted = new TreeMap<>();
    members.forEach((name, value) -> sorted.put((String) name, value));
    char before = '{';
    for (Map.Entry<String, Object> member : sorted.entrySet()) {
      out.append(before);
      string(member.getKey(), out);
      out.append(':');
      write(member.getValue(), out);
      before = ',';
    }
    out.append(sorted.isEmpty() ? "{}" : "}");
  }

  private static void items(List<?> items, StringBuilder out) {
    char before = '[';
    for (Object item : items) {
      out.append(before);
      write(item, out);
      before = ',';
    }
    out.append(items.isEmpty() ? "[]" : "]");
  }

  private static void string(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\');
      }
      out.append(c);
    }
    out.append('"');
  }
}
