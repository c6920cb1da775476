// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Artemis' wildcards: words between dots, {@code *} for one word, {@code #} for any number of them.
 *
 * @see <a
 *     href="https://activemq.apache.org/components/artemis/documentation/latest/wildcard-syntax.html">Artemis:
 *     wildcard syntax</a>
 */
public final class AddressMatch {

  private AddressMatch() {}

  public static boolean fits(String match, String address) {
    String regex =
        Arrays.stream(match.split("\\.", -1))
            .map(AddressMatch::word)
            .collect(Collectors.joining("\\."))
            .replace("\\.(?:.*)", "(?:\\..*)?");
    return Pattern.matches(regex, address);
  }

  /**
   * Higher for the more particular: plain words count more than {@code *}, and {@code *} more than
   * {@code #}.
   */
  public static int rank(String match) {
    return Arrays.stream(match.split("\\.", -1))
        .mapToInt(word -> word.equals("#") ? 0 : word.equals("*") ? 1 : 1_000)
        .sum();
  }

  private static String word(String word) {
    return switch (word) {
      case "#" -> "(?:.*)";
      case "*" -> "[^.]*";
      default -> Pattern.quote(word);
    };
  }
}
