// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.web.rest.call.Role;

/** What the console's scripts ask for, and what the API says it has. */
class ConsolePathsTest {

  private static final Path SCRIPT =
      Path.of("src/main/resources/org/semel/internal/desk/web/console/api.js");

  private static final Pattern ROW = Pattern.compile("'(GET|POST) (/[^']*)'");

  /** What no screen asks for; the page says why. */
  private static final List<String> WITHOUT_A_SCREEN =
      List.of(
          "GET /kept/last",
          "POST /kept/forget",
          "POST /aggregates/set-all-back",
          "GET /plans/{id}/last",
          "POST /dead-letters/take-in",
          "POST /identities/remember",
          "GET /openapi.json");

  @Test
  void theConsoleAsksForNothingThatTheApiDoesNotHave() throws IOException {
    assertThat(asked()).hasSizeGreaterThan(25).doesNotHaveDuplicates();
    assertThat(offered()).containsAll(asked());
  }

  @Test
  void whatTheApiHasTheConsoleAsksForOrItsPageNames() throws IOException {
    List<String> unasked = new ArrayList<>(offered());
    unasked.removeAll(asked());
    assertThat(unasked).containsExactlyInAnyOrderElementsOf(WITHOUT_A_SCREEN);
    String page = Files.readString(Path.of("docs/console.md"));
    assertThat(page)
        .as("the page")
        .contains(unasked.stream().map(path -> "`" + path + "`").toList());
  }

  private static List<String> asked() throws IOException {
    return ROW.matcher(Files.readString(SCRIPT))
        .results()
        .map(row -> row.group(1) + " " + row.group(2))
        .toList();
  }

  private static List<String> offered() {
    JsonObject paths =
        RestWorld.json(new RestWorld().get("/openapi.json", Role.VIEWER)).getJsonObject("paths");
    return paths.keySet().stream()
        .flatMap(
            path ->
                paths.getJsonObject(path).keySet().stream()
                    .map(method -> method.toUpperCase(Locale.ROOT) + " " + path))
        .toList();
  }
}
