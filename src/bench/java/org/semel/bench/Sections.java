// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The sections of a page, each from its heading of the second level to the next one. */
final class Sections {

  private static final String NEXT = "(?m)^(?=## )";

  private Sections() {}

  /**
   * {@code page}, and what only {@code before} has, each behind the section that it stood behind.
   */
  static String keeping(String page, String before) {
    List<String> kept = new ArrayList<>(List.of(page.split(NEXT, -1)));
    String last = "";
    for (String section : before.split(NEXT, -1)) {
      if (section.startsWith("## ") && placeOf(heading(section), kept).isEmpty()) {
        kept.add(placeOf(last, kept).map(place -> place + 1).orElse(kept.size()), section);
      }
      last = heading(section);
    }
    kept.replaceAll(section -> section.strip() + "\n");
    return String.join("\n", kept);
  }

  private static Optional<Integer> placeOf(String heading, List<String> sections) {
    for (int i = 0; i < sections.size(); i++) {
      if (heading(sections.get(i)).equals(heading)) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  private static String heading(String section) {
    return section.lines().findFirst().orElse("");
  }
}
