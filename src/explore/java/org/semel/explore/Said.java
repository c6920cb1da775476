// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a message's body says.
 *
 * @param key of the message; {@code -} if it has none
 * @param value {@code b1}; with {@code ~} behind it where the body has other blanks
 */
record Said(String key, String value) {

  private static final Pattern KEY = Pattern.compile("\"key\" ?: ?\"([^\"]*)\"");
  private static final Pattern VALUE = Pattern.compile("\"value\" ?: ?\"([^\"]*)\"");

  static Said of(String body) {
    String spaced = body.contains("\"value\" : ") ? "~" : "";
    String key = first(KEY, body).strip();
    return new Said(key.isEmpty() ? "-" : key, first(VALUE, body) + spaced);
  }

  private static String first(Pattern pattern, String body) {
    Matcher found = pattern.matcher(body);
    return found.find() ? found.group(1) : "";
  }

  @Override
  public String toString() {
    return key + " " + value;
  }
}
