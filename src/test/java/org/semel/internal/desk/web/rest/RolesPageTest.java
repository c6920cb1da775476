// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.semel.internal.desk.web.rest.RestWorld.json;

import jakarta.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.pages.GeneratedTable;

/**
 * The page of roles ends in what the description of the API says of each path, role by role; {@code
 * -Dsemel.docs=write} writes it anew.
 */
class RolesPageTest {

  private static final GeneratedTable TABLE =
      new GeneratedTable(
          Path.of("docs/roles.md"),
          "| method | path | viewer | operator | admin | payload | approver | for a part |");

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
    TABLE.assertHas(rows());
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
