// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

/**
 * One failed attempt, as an operator needs it.
 *
 * @param kind class name of what was thrown
 * @param detail its message; may quote payload, so it is stored beside the body and never logged
 * @param group what it has in common with failures of other messages; see {@link FailureOrigin}
 */
public record Failure(String kind, String detail, String group) {

  private static final int LONGEST = 2_000;

  public Failure {
    detail = detail.length() <= LONGEST ? detail : detail.substring(0, LONGEST);
  }

  /** A failure without an exception: its kind is its group. */
  public Failure(String kind, String detail) {
    this(kind, detail, kind);
  }

  /**
   * The failure that {@code cause} describes: in its own words, and in those of its first cause,
   * such as the database's of a commit that it has refused.
   */
  public static Failure of(Throwable cause) {
    return new Failure(cause.getClass().getName(), words(cause), FailureOrigin.of(cause));
  }

  private static String words(Throwable cause) {
    String outer = said(cause);
    Throwable first = FailureOrigin.first(cause);
    String inner = first == cause ? "" : said(first);
    if (inner.isEmpty() || outer.contains(inner)) {
      return outer;
    }
    String shown = outer.length() <= LONGEST / 2 ? outer : outer.substring(0, LONGEST / 2);
    return shown + ", by " + first.getClass().getName() + ": " + inner;
  }

  /**
   * The message of an exception. The exception's class is foreign, and may throw when it is asked.
   * If that got out of here, the failure would not be counted, and the message would be tried for
   * ever.
   */
  private static String said(Throwable cause) {
    try {
      String message = cause.getMessage();
      return message == null ? "" : message;
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return "its message cannot be read: " + e.getClass().getName();
    }
  }

  /** Kind and detail, for a person who may read payload. */
  public String sentence() {
    return kind + ": " + detail;
  }
}
