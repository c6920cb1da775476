// SPDX-License-Identifier: Apache-2.0
package org.semel.versions;

import java.util.Comparator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A server of one version on a Java of one version.
 *
 * @param server what people call it
 * @param version of the server
 * @param java its version
 */
record Combination(String server, String version, String java) implements Comparable<Combination> {

  private static final Comparator<Combination> ORDER =
      Comparator.comparing(Combination::server)
          .thenComparing(one -> sortable(one.version()))
          .thenComparing(one -> sortable(one.java()));

  private static final Pattern NUMBER = Pattern.compile("\\d+");

  /** Numbers in the order of their values, and not of their digits. */
  private static String sortable(String version) {
    return NUMBER.matcher(version).replaceAll(Combination::padded);
  }

  private static String padded(MatchResult number) {
    return "%08d".formatted(Integer.parseInt(number.group()));
  }

  @Override
  public int compareTo(Combination other) {
    return ORDER.compare(this, other);
  }
}
