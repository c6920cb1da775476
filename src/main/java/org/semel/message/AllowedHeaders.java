// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The headers that may pass on entry or into an intent; all others are dropped. Names are compared
 * without regard to letter case, as they are after {@link HeaderNames#readBack}. A pattern may end
 * in {@code *}.
 *
 * <p>Headers that control Camel are never admitted, whatever the list says: CVE-2025-27636 and
 * CVE-2026-40453 took over routes by them.
 */
public final class AllowedHeaders {

  private static final List<String> NEVER = List.of("camel", "org.apache.camel", "semel");

  private final Set<String> names;
  private final List<String> prefixes;

  private AllowedHeaders(Set<String> names, List<String> prefixes) {
    this.names = names;
    this.prefixes = prefixes;
  }

  /**
   * The headers that {@code patterns} name.
   *
   * @param patterns header names, or beginnings of names followed by {@code *}; blank ones are
   *     ignored
   */
  public static AllowedHeaders of(Collection<String> patterns) {
    List<String> cleaned =
        patterns.stream()
            .map(pattern -> HeaderNames.readBack(pattern.strip()).toLowerCase(Locale.ROOT))
            .filter(pattern -> !pattern.isEmpty())
            .toList();
    return new AllowedHeaders(
        cleaned.stream()
            .filter(pattern -> !pattern.endsWith("*"))
            .collect(Collectors.toUnmodifiableSet()),
        cleaned.stream()
            .filter(pattern -> pattern.endsWith("*"))
            .map(pattern -> pattern.substring(0, pattern.length() - 1))
            .toList());
  }

  /** Whether a header of this name may pass. */
  public boolean admits(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return (names.contains(lower) || startsWithOne(prefixes, lower))
        && !startsWithOne(NEVER, lower);
  }

  private static boolean startsWithOne(List<String> prefixes, String lower) {
    for (String prefix : prefixes) {
      if (lower.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
