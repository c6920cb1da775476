// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

/**
 * The person who acts, and the reason. The audit keeps both.
 *
 * @param who the operator, by the name under which the caller authenticated them; 1 to 200
 *     characters
 * @param why the reason, for those who ask later; 1 to 2000 characters
 */
public record OperatorContext(String who, String why) {

  /** In characters, as Java counts them. */
  public static final int LONGEST_NAME = 200;

  /** In characters, as Java counts them. */
  public static final int LONGEST_REASON = 2_000;

  public OperatorContext {
    check(who, LONGEST_NAME, "who acts");
    check(why, LONGEST_REASON, "why");
  }

  private static void check(String text, int longest, String what) {
    if (text.isBlank() || text.length() > longest || text.chars().anyMatch(c -> c == 0)) {
      throw new IllegalArgumentException(
          "an act must say " + what + ", in 1 to " + longest + " characters, and not only spaces");
    }
  }
}
