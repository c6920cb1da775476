// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The form of a producer's key: which keys are valid, and how several parts become one key. */
public final class ProducerKey {

  /** Far beyond any business key, well below what would hurt an index or a log line. */
  public static final int LONGEST = 1024;

  /**
   * Characters that show nothing: blanks, controls, format characters, and letters that stand for
   * no letter. Java's {@code isBlank} knows neither the no-break space nor NUL.
   */
  private static final Pattern NOTHING =
      Pattern.compile("[\\p{Z}\\p{Cc}\\p{Cf}\\u115F\\u1160\\u2800\\u3164\\uFFA0]*");

  private ProducerKey() {}

  /** Whether nothing is in {@code text} that could tell one message from another. */
  public static boolean isBlank(String text) {
    return NOTHING.matcher(text).matches();
  }

  /** The fault that makes {@code key} unfit, as the end of a sentence; empty if it is fit. */
  public static Optional<String> fault(String key) {
    if (isBlank(key)) {
      return Optional.of("is blank");
    }
    if (key.length() > LONGEST) {
      return Optional.of(
          "has " + key.length() + " characters, at most " + LONGEST + " are allowed");
    }
    if (key.chars().anyMatch(Character::isISOControl)) {
      return Optional.of("holds a control character");
    }
    if (!Utf8.canEncode(key)) {
      return Optional.of("holds half of a surrogate pair");
    }
    return Optional.empty();
  }

  /**
   * Joins parts so that different parts never give the same key: {@code a|b, c} and {@code a, b|c}
   * stay apart.
   */
  public static String join(List<String> parts) {
    return parts.stream()
        .map(part -> part.replace("\\", "\\\\").replace("|", "\\|"))
        .collect(Collectors.joining("|"));
  }
}
