// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.key;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers with units, as users write them. */
public final class Amounts {

  public static final Map<String, Long> MILLIS =
      Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

  public static final Map<String, Long> BYTES =
      Map.of("", 1L, "b", 1L, "kib", 1L << 10, "mib", 1L << 20, "gib", 1L << 30);

  private static final Pattern AMOUNT = Pattern.compile("(\\d{1,15})\\s*([A-Za-z]*)");

  private Amounts() {}

  /**
   * The amount in the smallest unit.
   *
   * @throws IllegalArgumentException that names the {@code range}, if {@code text} is no amount
   */
  public static long of(String text, Map<String, Long> units, String range) {
    Matcher matcher = AMOUNT.matcher(text.strip());
    Long unit = matcher.matches() ? units.get(matcher.group(2).toLowerCase(Locale.ROOT)) : null;
    if (unit == null) {
      throw new IllegalArgumentException("must be " + range);
    }
    return Math.multiplyExact(Long.parseLong(matcher.group(1)), unit);
  }

  /** As a user would write it, in the largest unit without a remainder. */
  public static String spelled(Duration duration) {
    long millis = duration.toMillis();
    return MILLIS.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .filter(unit -> millis % unit.getValue() == 0)
        .map(unit -> millis / unit.getValue() + unit.getKey())
        .findFirst()
        .orElseThrow();
  }
}
