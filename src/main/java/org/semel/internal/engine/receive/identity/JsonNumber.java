// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

/**
 * One spelling for all that mean the same number: {@code 1.50}, {@code 1.5} and {@code 15e-1} are
 * one; {@code 1E+999} stays short. Works on the digits as they stand, in time that grows with their
 * number and no faster: a {@link java.math.BigDecimal} of a million digits takes minutes.
 */
final class JsonNumber {

  /** Beyond it nothing can be calculated with the number, so that its meaning is in doubt. */
  private static final int LARGEST_EXPONENT = 999_999_999;

  private JsonNumber() {}

  /**
   * The shortest spelling of {@code number}.
   *
   * @param number as JSON has it (RFC 8259, section 6)
   * @throws NotJson if its exponent has more than nine digits
   */
  static String canonical(String number) throws NotJson {
    int e = Math.max(number.indexOf('e'), number.indexOf('E'));
    String mantissa = e < 0 ? number : number.substring(0, e);
    long exponent = e < 0 ? 0 : exponent(number.substring(e + 1));
    boolean negative = mantissa.startsWith("-");
    int point = mantissa.indexOf('.');
    String digits =
        point < 0 ? mantissa : mantissa.substring(0, point) + mantissa.substring(point + 1);
    long scale = (point < 0 ? 0 : mantissa.length() - point - 1) - exponent;
    return canonical(negative, negative ? digits.substring(1) : digits, scale);
  }

  private static String canonical(boolean negative, String digits, long scale) {
    int first = 0;
    while (first < digits.length() && digits.charAt(first) == '0') {
      first++;
    }
    int end = digits.length();
    while (end > first && digits.charAt(end - 1) == '0') {
      end--;
    }
    if (first == end) {
      return "0";
    }
    return (negative ? "-" : "")
        + spell(digits.substring(first, end), scale - (digits.length() - end));
  }

  /** As {@link java.math.BigDecimal} spells it, but with up to twenty zeros behind it. */
  private static String spell(String digits, long scale) {
    if (scale <= 0 && scale > -20) {
      return digits + "0".repeat((int) -scale);
    }
    long exponent = digits.length() - 1 - scale;
    if (scale > 0 && exponent >= -6) {
      return exponent < 0
          ? "0." + "0".repeat((int) (-1 - exponent)) + digits
          : digits.substring(0, (int) exponent + 1) + "." + digits.substring((int) exponent + 1);
    }
    String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
    return digits.charAt(0) + fraction + "E" + (exponent < 0 ? "" : "+") + exponent;
  }

  private static long exponent(String written) throws NotJson {
    int first = 0;
    while (first < written.length() - 1 && "+-0".indexOf(written.charAt(first)) >= 0) {
      first++;
    }
    if (written.length() - first > 9) {
      throw new NotJson("a number's exponent is beyond " + LARGEST_EXPONENT);
    }
    long exponent = Long.parseLong(written.substring(first));
    return written.startsWith("-") ? -exponent : exponent;
  }
}
