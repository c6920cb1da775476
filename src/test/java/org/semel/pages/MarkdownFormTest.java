// SPDX-License-Identifier: Apache-2.0
package org.semel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All pages have one form. Flexmark, the formatter that Spotless offers, is no choice: it pads each
 * table to its widest cell, and indents code in a list further at each run.
 */
class MarkdownFormTest {

  static Stream<Path> pages() throws IOException {
    try (Stream<Path> top = Files.list(Path.of("."));
        Stream<Path> docs = Files.walk(Path.of("docs"))) {
      return Stream.of(top, docs, Stream.of(Path.of("server-config/README.md")))
          .flatMap(paths -> paths)
          .filter(path -> path.toString().endsWith(".md"))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyPageHasTheForm(Path page) throws IOException {
    assertThat(MarkdownForm.faults(Files.readAllLines(page))).isEmpty();
    assertThat(Files.readString(page)).endsWith("\n").doesNotEndWith("\n\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text ",
        "text\n\n\ntext",
        "# Heading\ntext",
        "text\n# Heading",
        "text\n```\ncode\n```",
        "```\ncode\n```\ntext",
        "text\n| a |",
        "| a |\ntext",
        "|a|",
        "|---|",
        "text\n* item",
        "* item\ntext"
      })
  void aPageWithoutTheFormIsRefused(String page) {
    assertThat(MarkdownForm.faults(List.of(page.split("\n", -1)))).hasSize(1);
  }
}
