// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

import java.util.Optional;

/**
 * The header by which a caller names its trace and its span. Version 00 alone is read, in exactly
 * its form: a producer controls the text, and it goes on to others.
 *
 * @param traceId 32 hexadecimal digits in lower case, not all zero
 * @param parentId 16 hexadecimal digits in lower case, not all zero: the caller's span
 * @param flags 2 hexadecimal digits in lower case
 * @see <a href="https://www.w3.org/TR/trace-context/#traceparent-header">Trace Context, section
 *     3.2: traceparent</a>
 */
public record TraceParent(String traceId, String parentId, String flags) {

  /** The name of the header; letter case does not count. */
  public static final String HEADER = "traceparent";

  /** The name of the header that goes with it, and means nothing without it. */
  public static final String STATE = "tracestate";

  private static final int LENGTH = 55;
  private static final int PARENT = 36;
  private static final int FLAGS = 53;

  /** The trace parent that {@code text} holds; empty if it is malformed in any way. */
  public static Optional<TraceParent> parse(String text) {
    return isWellFormed(text)
        ? Optional.of(
            new TraceParent(
                text.substring(3, PARENT - 1),
                text.substring(PARENT, FLAGS - 1),
                text.substring(FLAGS)))
        : Optional.empty();
  }

  /** Whether it can be parsed; makes no objects, as it is asked for each message. */
  static boolean isWellFormed(Object value) {
    return value instanceof String text
        && text.length() == LENGTH
        && text.startsWith("00-")
        && isHex(text, 3, PARENT - 1)
        && text.charAt(PARENT - 1) == '-'
        && isHex(text, PARENT, FLAGS - 1)
        && text.charAt(FLAGS - 1) == '-'
        && isHex(text, FLAGS, LENGTH)
        && !isZero(text, 3, PARENT - 1)
        && !isZero(text, PARENT, FLAGS - 1);
  }

  private static boolean isHex(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      char digit = text.charAt(i);
      if ((digit < '0' || digit > '9') && (digit < 'a' || digit > 'f')) {
        return false;
      }
    }
    return true;
  }

  private static boolean isZero(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) != '0') {
        return false;
      }
    }
    return true;
  }

  /** As it stands in the header. */
  @Override
  public String toString() {
    return "00-" + traceId + "-" + parentId + "-" + flags;
  }
}
