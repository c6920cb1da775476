// SPDX-License-Identifier: Apache-2.0
package org.semel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A table that ends a page and is generated from the code.
 *
 * @param head its first line
 */
public record GeneratedTable(Path page, String head) {

  /** Its rows are these, and no others; writes them where {@code semel.docs} says so. */
  public void assertHas(List<String> rows) throws IOException {
    List<String> lines = Files.readAllLines(page);
    int table = lines.indexOf(head) + 2;
    if (System.getProperty("semel.docs", "").equals("write")) {
      Files.write(page, Stream.concat(lines.subList(0, table).stream(), rows.stream()).toList());
      lines = Files.readAllLines(page);
    }
    assertThat(lines.subList(table, lines.size()))
        .as("write it anew with -Dsemel.docs=write")
        .isEqualTo(rows);
  }
}
