// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.semel.message.Body;

/** The differences of two bodies under one identity, for the person who must decide. */
public final class Differences {

  private static final int MOST = 50;
  private static final int LONGEST = 100;

  private Differences() {}

  /**
   * The names of the outermost fields of two JSON objects that are missing in one of them or mean
   * something else, sorted; at most 50, each cut at 100 characters. Values are not shown.
   *
   * @return empty if one of the bodies is no JSON object
   */
  public static Optional<List<String>> topLevel(Body first, Body second) {
    try {
      Optional<SortedMap<String, JsonValue>> b = Json.of(second).members();
      return Json.of(first).members().flatMap(a -> b.map(there -> differing(a, there)));
    } catch (NotJson e) {
      return Optional.empty();
    }
  }

  private static List<String> differing(Map<String, JsonValue> a, Map<String, JsonValue> b) {
    return Stream.concat(a.keySet().stream(), b.keySet().stream())
        .filter(name -> !Objects.equals(a.get(name), b.get(name)))
        .sorted()
        .distinct()
        .map(name -> name.length() <= LONGEST ? name : name.substring(0, LONGEST))
        .limit(MOST)
        .toList();
  }
}
