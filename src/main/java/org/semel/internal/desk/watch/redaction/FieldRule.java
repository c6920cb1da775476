// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.redaction;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Allows the values at one place of a JSON document.
 *
 * @param tokens the place; {@code *} stands for every index and every member
 * @see <a href="https://www.rfc-editor.org/rfc/rfc6901">RFC 6901</a>
 */
record FieldRule(List<String> tokens, FieldMask mask) {

  private static final int LONGEST = 200;
  private static final int MOST_TOKENS = 16;
  private static final String ANY = "*";

  /** A tilde is the first half of {@code ~0} or {@code ~1}. */
  private static final Pattern POINTER =
      Pattern.compile("(/([^/~\\p{Cntrl}]|~[01])*)+", Pattern.UNICODE_CHARACTER_CLASS);

  FieldRule {
    tokens = List.copyOf(tokens);
  }

  /**
   * One member or item on the way to a value.
   *
   * @param token its name, or its index
   */
  record PathStep(String token, boolean isItem) {}

  /**
   * The rule that this text is.
   *
   * @throws IllegalArgumentException if it is no JSON pointer
   */
  static FieldRule of(String pointer, FieldMask mask) {
    if (pointer.length() > LONGEST || !POINTER.matcher(pointer).matches()) {
      throw new IllegalArgumentException(
          "must be JSON pointers (RFC 6901) such as /order or /lines/*/sku, of up to "
              + LONGEST
              + " characters");
    }
    String[] tokens = pointer.substring(1).split("/", -1);
    if (tokens.length > MOST_TOKENS) {
      throw new IllegalArgumentException("a pointer has at most " + MOST_TOKENS + " parts");
    }
    return new FieldRule(Arrays.stream(tokens).map(FieldRule::plain).toList(), mask);
  }

  private static String plain(String token) {
    return token.replace("~1", "/").replace("~0", "~");
  }

  boolean matches(List<PathStep> path) {
    if (path.size() != tokens.size()) {
      return false;
    }
    for (int i = 0; i < path.size(); i++) {
      String token = tokens.get(i);
      if (!token.equals(ANY) && !token.equals(path.get(i).token())) {
        return false;
      }
    }
    return true;
  }

  /**
   * The place of the value at {@code path}, as it is shown. A member's name that no policy has
   * spelled may be payload itself, and stays {@code *}.
   */
  String at(List<PathStep> path) {
    StringBuilder at = new StringBuilder();
    for (int i = 0; i < tokens.size(); i++) {
      boolean index = tokens.get(i).equals(ANY) && path.get(i).isItem();
      String token = index ? path.get(i).token() : tokens.get(i);
      at.append('/').append(token.replace("~", "~0").replace("/", "~1"));
    }
    return at.toString();
  }
}
