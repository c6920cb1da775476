// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.semel.internal.rest.call.Role;

/** What the console's scripts ask for, and what the API says it has. */
class ConsolePathsTest {

  private static final Path SCRIPT =
      Path.of("src/main/resources/org/semel/internal/console/api.js");

  private static final Pattern ROW = Pattern.compile("'(GET|POST) (/[^']*)'");

  @Test
  void theConsoleAsksForNothingThatTheApiDoesNotHave() throws IOException {
    JsonObject paths =
        RestWorld.json(new RestWorld().get("/openapi.json", Role.VIEWER)).getJsonObject("paths");
    List<String> asked =
        ROW.matcher(Files.readString(SCRIPT))
            .results()
            .map(row -> row.group(2) + " " + row.group(1).toLowerCase(Locale.ROOT))
            .toList();
    assertThat(asked).hasSizeGreaterThan(25).doesNotHaveDuplicates();
    assertThat(asked)
        .allSatisfy(
            row -> {
              String[] parts = row.split(" ", -1);
              assertThat(paths.containsKey(parts[0])).as(row).isTrue();
              assertThat(paths.getJsonObject(parts[0]).containsKey(parts[1])).as(row).isTrue();
            });
  }
}
