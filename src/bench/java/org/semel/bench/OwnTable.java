// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A table of the page that a run of its own writes, and all other runs keep.
 *
 * @param name what is measured, as {@code -Dsemel.bench.only} names it
 */
record OwnTable(String name) {

  private static final Path PAGE = Path.of("docs/performance.md");

  private String begin() {
    return "<!-- %s: written by mvn -Pbench -Dsemel.bench.only=%s -->\n".formatted(name, name);
  }

  /** {@code page} with these lines as the table. */
  String in(String page, String lines) {
    int begin = page.indexOf(begin());
    int end = page.indexOf("<!-- /" + name + " -->\n");
    if (begin < 0 || end < 0) {
      throw new IllegalStateException("the page has no place for the table " + name);
    }
    return page.substring(0, begin + begin().length()) + "\n" + lines + "\n" + page.substring(end);
  }

  /** Writes the table beside the other results, and into the page if it is more than a try. */
  void write(String lines, boolean smoke) {
    try {
      Path results = Path.of("target/bench/" + name + ".md");
      Files.createDirectories(results.getParent());
      Files.writeString(results, lines);
      if (!smoke) {
        Files.writeString(PAGE, in(Files.readString(PAGE), lines));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
