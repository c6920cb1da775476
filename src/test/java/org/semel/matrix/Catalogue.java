// SPDX-License-Identifier: Apache-2.0
package org.semel.matrix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The windows in words: {@code src/test/resources/crash-windows.txt}. */
final class Catalogue {

  private static final Path FILE = Path.of("src/test/resources/crash-windows.txt");
  private static final Pattern BAR = Pattern.compile(" \\| ");

  /** A part of the page. */
  sealed interface Part {

    /** A heading or a paragraph, as it stands. */
    record Text(String line) implements Part {}

    /** A row without its last column. */
    record Cell(String window, String who, String moment, String holds) implements Part {

      private static final String NOT_PROMISED = "**not promised**";

      /** Otherwise there is nothing to show. */
      boolean isPromised() {
        return !holds.startsWith(NOT_PROMISED);
      }

      /** As {@link Shows} names it. */
      String name() {
        return window + " " + who;
      }
    }
  }

  private Catalogue() {}

  static List<Part> read() {
    try {
      List<Part> parts = new ArrayList<>();
      for (String line : Files.readAllLines(FILE)) {
        if (!line.isBlank() && !line.startsWith("# ")) {
          parts.add(part(line));
        }
      }
      return parts;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Part part(String line) {
    String[] words = BAR.split(line, -1);
    return words.length == 4
        ? new Part.Cell(words[0], words[1], words[2], words[3])
        : new Part.Text(line);
  }

  static List<Part.Cell> cells() {
    return read().stream().filter(Part.Cell.class::isInstance).map(Part.Cell.class::cast).toList();
  }
}
