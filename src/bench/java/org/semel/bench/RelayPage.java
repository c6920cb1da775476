// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The relay's section of the page; it is written by a run of its own, and kept by all others. */
final class RelayPage {

  private static final String BEGIN =
      "<!-- relay: written by mvn -Pbench -Dsemel.bench.only=relay -->\n";
  private static final String END = "<!-- /relay -->\n";
  private static final String HEADING = "## The relay beside what is not well\n";

  private RelayPage() {}

  /** What these cells came to. */
  static String table(List<RelayCell> cells) {
    return RelayCell.HEAD
        + cells.stream().map(cell -> cell.row() + "\n").collect(Collectors.joining());
  }

  /** {@code page} with this table in it. */
  static String with(String page, String table) {
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    return page.substring(0, begin) + "\n" + table + "\n" + page.substring(page.indexOf(END));
  }

  /** {@code page} with the section that stands in {@code before} at its end. */
  static String keeping(String page, String before) {
    int begin = before.indexOf(HEADING);
    int end = before.indexOf(END) + END.length();
    return begin < 0 ? page : page + "\n" + before.substring(begin, end);
  }

  /** Writes the table beside the other results, and into the page if it is more than a try. */
  static void write(List<RelayCell> cells, boolean smoke) {
    try {
      Path results = Path.of("target/bench/relay.md");
      Files.createDirectories(results.getParent());
      Files.writeString(results, table(cells));
      if (!smoke) {
        Path page = Path.of("docs/performance.md");
        Files.writeString(page, with(Files.readString(page), table(cells)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
