// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.call;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A path with places for values, such as {@code /parked/{id}/release}.
 *
 * @param text as the description of the API has it
 */
public record PathTemplate(String text) {

  /** The values at the places of this template, if {@code path} has its form. */
  public Optional<Map<String, String>> match(List<String> path) {
    List<String> wanted = segments();
    if (wanted.size() != path.size()) {
      return Optional.empty();
    }
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < wanted.size(); i++) {
      if (isPlace(wanted.get(i))) {
        values.put(place(wanted.get(i)), path.get(i));
      } else if (!wanted.get(i).equals(path.get(i))) {
        return Optional.empty();
      }
    }
    return Optional.of(values);
  }

  /** The names of its places. */
  public List<String> places() {
    return segments().stream().filter(PathTemplate::isPlace).map(PathTemplate::place).toList();
  }

  private List<String> segments() {
    return Arrays.stream(text.split("/")).filter(segment -> !segment.isEmpty()).toList();
  }

  private static boolean isPlace(String segment) {
    return segment.startsWith("{");
  }

  private static String place(String segment) {
    return segment.substring(1, segment.length() - 1);
  }
}
