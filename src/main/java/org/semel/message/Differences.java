// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** In what two bodies under one identity differ, for the person who must decide. */
public final class Differences {

  private static final int MOST = 50;
  private static final int LONGEST = 100;

  private Differences() {}

  /**
   * The names of the outermost fields of two JSON objects that are missing in one of them or mean
   * something else, sorted; at most 50, each cut at 100 characters. Values are not told.
   *
   * @return empty if one of the bodies is no JSON object
   */
  public static Optional<List<String>> topLevel(Body first, Body second) {
    try {
      return first.json().root() instanceof Map<?, ?> a
              && second.json().root() instanceof Map<?, ?> b
          ? Optional.of(differing(a, b))
          : Optional.empty();
    } catch (NotJson e) {
      return Optional.empty();
    }
  }

  private static List<String> differing(Map<?, ?> a, Map<?, ?> b) {
    TreeSet<String> names = new TreeSet<>();
    a.keySet().forEach(name -> names.add((String) name));
    b.keySet().forEach(name -> names.add((String) name));
    return names.stream()
        .filter(name -> !Objects.equals(meaning(a.get(name)), meaning(b.get(name))))
        .map(name -> name.length() <= LONGEST ? name : name.substring(0, LONGEST))
        .limit(MOST)
        .toList();
  }

  private static Optional<String> meaning(@Nullable Object value) {
    return value == null
        ? Optional.empty()
        : Optional.of(Json.canonical(List.of(Optional.of(value))));
  }
}
