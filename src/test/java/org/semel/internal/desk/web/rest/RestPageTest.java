// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.web.rest.call.Endpoint;
import org.semel.pages.GeneratedTable;

/** The page about the API ends in its table; {@code -Dsemel.docs=write} writes it anew. */
class RestPageTest {

  private static final GeneratedTable TABLE =
      new GeneratedTable(Path.of("docs/rest.md"), "| method | path | role | what it does |");

  @Test
  void thePageHasEveryPath() throws IOException {
    List<String> rows = new RestWorld().api.table().stream().map(RestPageTest::row).toList();
    TABLE.assertHas(rows);
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
