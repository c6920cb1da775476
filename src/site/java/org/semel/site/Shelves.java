// SPDX-License-Identifier: Apache-2.0
package org.semel.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The shelves on which the pages stand, as the page of contents has them.
 *
 * @param shelves in its order
 */
record Shelves(List<Shelf> shelves) {

  /** The page of contents. */
  static final Path CONTENTS = Path.of("docs/README.md");

  private static final Pattern SHELF = Pattern.compile("## (.+)");
  private static final Pattern ROW =
      Pattern.compile("\\| \\[([^\\]]+)\\]\\(([^)]+)\\) \\| (.*) \\|");

  /** One of them. */
  record Shelf(String name, List<Place> places) {}

  /**
   * A page on it.
   *
   * @param file below home
   */
  record Place(String name, Path file, String about) {}

  /** Reads them. */
  static Shelves in(Path home) throws IOException {
    List<Shelf> shelves = new ArrayList<>();
    for (String line : Files.readAllLines(home.resolve(CONTENTS))) {
      Matcher shelf = SHELF.matcher(line);
      Matcher row = ROW.matcher(line);
      if (shelf.matches()) {
        shelves.add(new Shelf(shelf.group(1), new ArrayList<>()));
      } else if (row.matches()) {
        Path file = CONTENTS.resolveSibling(row.group(2)).normalize();
        shelves.get(shelves.size() - 1).places().add(new Place(row.group(1), file, row.group(3)));
      }
    }
    return new Shelves(shelves);
  }

  /** All pages, shelf by shelf. */
  List<Place> places() {
    return shelves.stream().flatMap(shelf -> shelf.places().stream()).toList();
  }

  /** The shelf on which a page stands. */
  Optional<Shelf> of(Path file) {
    return shelves.stream()
        .filter(shelf -> shelf.places().stream().anyMatch(place -> place.file().equals(file)))
        .findFirst();
  }
}
