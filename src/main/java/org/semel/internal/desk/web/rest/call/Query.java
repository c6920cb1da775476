// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.call;

import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.semel.message.Body;

/** Paths and queries, as they stand in a request's target. */
public final class Query {

  private Query() {}

  /** The segments of a path. */
  public static List<String> segments(String path) {
    return Arrays.stream(path.split("/", -1))
        .filter(segment -> !segment.isEmpty())
        .map(segment -> decoded(segment, false))
        .toList();
  }

  /** The values of a query; none may be given twice. */
  public static Map<String, Object> values(String query) {
    Map<String, Object> values = new HashMap<>();
    for (String pair : query.split("&", -1)) {
      if (pair.isEmpty()) {
        continue;
      }
      String[] parts = pair.split("=", 2);
      String name = decoded(parts[0], true);
      if (values.put(name, parts.length == 1 ? "" : decoded(parts[1], true)) != null) {
        throw RequestRefused.invalid(Texts.quoted(name) + " stands in the query twice.");
      }
    }
    return values;
  }

  /** {@code name=value}, encoded. */
  public static String pair(String name, Object value) {
    return name + "=" + URLEncoder.encode(value.toString(), StandardCharsets.UTF_8);
  }

  /** Strict: what is not UTF-8 in well-formed escapes is refused, and never replaced. */
  private static String decoded(String text, boolean plusIsSpace) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < encoded.length; i++) {
      if (encoded[i] == '%') {
        bytes.write(digit(encoded, i + 1) << 4 | digit(encoded, i + 2));
        i += 2;
      } else {
        bytes.write(encoded[i] == '+' && plusIsSpace ? ' ' : encoded[i]);
      }
    }
    try {
      return Body.bytes(bytes.toByteArray(), null).characters();
    } catch (CharacterCodingException e) {
      throw RequestRefused.invalid("The path or the query is not UTF-8.");
    }
  }

  private static int digit(byte[] encoded, int at) {
    int digit = at < encoded.length ? Character.digit(encoded[at], 16) : -1;
    if (digit < 0) {
      throw RequestRefused.invalid("The path or the query has a % without two digits behind it.");
    }
    return digit;
  }
}
