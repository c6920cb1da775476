// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.semel.internal.rest.call.Endpoint;

/** The page about the API ends in its table; {@code -Dsemel.docs=write} writes it anew. */
class RestPageTest {

  private static final Path PAGE = Path.of("docs/rest.md");
  private static final String HEAD = "| method | path | role | what it does |";

  @Test
  void thePageHasEveryPath() throws IOException {
    List<String> rows = new RestWorld().api.table().stream().map(RestPageTest::row).toList();
    List<String> page = Files.readAllLines(PAGE);
    int table = page.indexOf(HEAD) + 2;
    if (System.getProperty("semel.docs", "").equals("write")) {
      Files.write(PAGE, Stream.concat(page.subList(0, table).stream(), rows.stream()).toList());
      page = Files.readAllLines(PAGE);
    }
    assertThat(page.subList(table, page.size()))
        .as("write it anew with -Dsemel.docs=write")
        .isEqualTo(rows);
  }

  private static String row(Endpoint endpoint) {
    return "| %s | `%s` | %s | %s |"
        .formatted(
            endpoint.type().method(),
            endpoint.path().text(),
            endpoint.role().word(),
            endpoint.summary());
  }
}
