// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.internal.desk.web.rest.RestWorld.json;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.web.rest.call.Role;

/**
 * The description of the API stands among the pages, so that a change of the contract is seen where
 * changes are read; {@code -Dsemel.docs=write} writes it anew.
 */
class OpenApiPageTest {

  private static final Path FILE = Path.of("docs/openapi.json");

  @Test
  void theDescriptionAmongThePagesIsWhatTheApiAnswers() throws IOException {
    String answered = answered();
    if (System.getProperty("semel.docs", "").equals("write")) {
      Files.writeString(FILE, answered);
    }
    assertThat(Files.readString(FILE))
        .as("write it anew with -Dsemel.docs=write")
        .isEqualTo(answered);
  }

  /** A line for each path, so that a change of one is a change of one line. */
  private static String answered() {
    JsonObject all = json(new RestWorld().get("/openapi.json", Role.VIEWER));
    String rest = Json.createObjectBuilder(all).remove("paths").build().toString();
    return all.getJsonObject("paths").entrySet().stream()
        .map(path -> "\"%s\":%s".formatted(path.getKey(), path.getValue()))
        .collect(
            Collectors.joining(
                ",\n", rest.substring(0, rest.length() - 1) + ",\"paths\":{\n", "\n}}\n"));
  }
}
