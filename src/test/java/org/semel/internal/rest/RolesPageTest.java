// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.internal.rest.RestWorld.json;

import jakarta.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.semel.internal.rest.call.Role;

/**
 * The page of roles ends in what the description of the API says of each path, role by role; {@code
 * -Dsemel.docs=write} writes it anew.
 */
class RolesPageTest {

  private static final Path PAGE = Path.of("docs/roles.md");
  private static final String HEAD =
      "| method | path | viewer | operator | admin | payload | approver | for a part |";

  /** As the page itself declares them: who may do what needs this role. */
  private static final Map<String, Set<Role>> MAY =
      Map.of(
          "semel-viewer", Set.of(Role.VIEWER, Role.OPERATOR, Role.ADMIN),
          "semel-operator", Set.of(Role.OPERATOR, Role.ADMIN),
          "semel-admin", Set.of(Role.ADMIN),
          "semel-payload", Set.of(Role.PAYLOAD),
          "semel-approver", Set.of(Role.APPROVER));

  private static final Map<String, String> PART =
      Map.of("everything", "no", "list", "leaves out the rest", "part", "its own");

  @Test
  void thePageHasEveryPathWithEveryRole() throws IOException {
    List<String> rows = rows();
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

  private static List<String> rows() {
    JsonObject paths =
        json(new RestWorld().get("/openapi.json", Role.VIEWER)).getJsonObject("paths");
    List<String> rows = new ArrayList<>();
    paths.forEach(
        (path, methods) ->
            methods
                .asJsonObject()
                .forEach(
                    (method, operation) -> rows.add(row(method, path, operation.asJsonObject()))));
    return rows;
  }

  private static String row(String method, String path, JsonObject operation) {
    Set<Role> may = MAY.get(operation.getString("x-role"));
    String cells =
        Stream.of(Role.VIEWER, Role.OPERATOR, Role.ADMIN, Role.PAYLOAD, Role.APPROVER)
            .map(role -> may.contains(role) ? " yes |" : " |")
            .collect(Collectors.joining());
    return "| %s | `%s` |%s %s |"
        .formatted(
            method.toUpperCase(Locale.ROOT), path, cells, PART.get(operation.getString("x-scope")));
  }
}
