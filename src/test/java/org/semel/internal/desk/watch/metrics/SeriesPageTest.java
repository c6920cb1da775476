// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The table of series says what the code says. {@code mvn test -Dtest=SeriesPageTest
 * -Dsemel.docs=write} writes it anew.
 */
class SeriesPageTest {

  private static final Path PAGE = Path.of("docs/metrics.md");
  private static final String BEGINS = "| series | type | labels | meaning |";
  private static final String ENDS =
      "*This table is generated from the code; a test compares the two.*";

  @Test
  void theTableOfSeriesIsThatOfTheCode() throws IOException {
    String page = Files.readString(PAGE);
    String before = page.substring(0, page.indexOf(BEGINS));
    String after = page.substring(page.indexOf(ENDS));
    String expected = before + table() + "\n" + after;
    if (System.getProperty("semel.docs", "").equals("write")) {
      Files.writeString(PAGE, expected);
    }
    assertThat(PAGE)
        .as("write it anew with -Dsemel.docs=write")
        .usingCharset(UTF_8)
        .hasContent(expected);
  }

  private static String table() {
    StringBuilder table = new StringBuilder(BEGINS + "\n| --- | --- | --- | --- |\n");
    for (Series series : Series.values()) {
      String labels =
          series.labels().stream()
              .map(label -> "`" + label + "`")
              .collect(Collectors.joining(", "));
      String kind =
          series.kind() == Series.SeriesType.SAMPLE
              ? "gauge, read from the database"
              : series.kind().name().toLowerCase(Locale.ROOT);
      table.append(
          "| `%s` | %s | %s | %s |%n".formatted(series.exposed(), kind, labels, series.help()));
    }
    return table.toString();
  }
}
