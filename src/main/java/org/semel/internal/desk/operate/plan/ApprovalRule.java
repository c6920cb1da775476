// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.plan;

import java.text.Normalizer;
import java.util.Locale;

/**
 * The rule by which a plan needs a second person.
 *
 * @param from how many items on; 0: never. A plan of one item never needs one: it is what a single
 *     release becomes whose consumer runs on another node.
 */
public record ApprovalRule(int from) {

  /** No plan does. */
  public static final ApprovalRule NONE = new ApprovalRule(0);

  /** Whether a plan of so many items does. */
  public boolean asksFor(int size) {
    return from > 0 && size > 1 && size >= from;
  }

  /**
   * Whether these are names of two persons. No one becomes a second person by writing their name
   * otherwise at the login: a directory that compares as LDAP does (RFC 4518) lets them in with
   * other letter case, other spaces, other forms of a letter and invisible characters.
   */
  public static boolean isAnother(String maker, String approver) {
    return !folded(maker).equals(folded(approver));
  }

  private static String folded(String name) {
    StringBuilder shown = new StringBuilder();
    composed(name)
        .codePoints()
        .filter(c -> !isInvisible(Character.getType(c)))
        .forEach(shown::appendCodePoint);
    return composed(shown.toString().toUpperCase(Locale.ROOT)).replaceAll("\\s+", " ").strip();
  }

  private static String composed(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFKC);
  }

  private static boolean isInvisible(int type) {
    return type == Character.FORMAT || type == Character.CONTROL;
  }
}
