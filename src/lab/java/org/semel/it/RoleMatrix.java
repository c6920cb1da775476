// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The table of {@code docs/roles.md}, asked of a server: every path with every caller. A test of
 * units compares the page with the description of the API; this one compares it with what a server
 * does.
 */
final class RoleMatrix {

  private static final Path PAGE = Path.of("docs/roles.md");
  private static final List<String> COLUMNS =
      List.of("semel-viewer", "semel-operator", "semel-admin", "semel-payload", "semel-approver");
  private static final String ALLOWED = "yes";
  private static final String NOT_FOR_A_PART = "no";

  /**
   * A row of the page.
   *
   * @param roles which may
   * @param part what a role for a part of the estate is worth there
   */
  private record Row(String method, String path, Set<String> roles, String part) {

    static Row of(String line) {
      String[] cells = line.split("\\|", -1);
      Set<String> roles = new java.util.TreeSet<>();
      for (int i = 0; i < COLUMNS.size(); i++) {
        if (cells[i + 3].strip().equals(ALLOWED)) {
          roles.add(COLUMNS.get(i));
        }
      }
      return new Row(
          cells[1].strip().toLowerCase(Locale.ROOT),
          cells[2].strip().replace("`", ""),
          roles,
          cells[COLUMNS.size() + 3].strip());
    }

    String operation() {
      return method + " " + path;
    }

    /** With a number, a key and a name in its places, of nothing that is there. */
    String target(String consumer, String destination) {
      return path.replace("{id}", "999999999")
          .replace("{key}", "00000000-0000-4000-8000-000000000000")
          .replace("{consumer}", consumer)
          .replace("{destination}", destination);
    }

    boolean namesAnOwner() {
      return path.contains("{consumer}") || path.contains("{destination}");
    }
  }

  private final List<Row> rows;
  private final JsonObject paths;

  private RoleMatrix(List<Row> rows, JsonObject paths) {
    this.rows = rows;
    this.paths = paths;
  }

  /** Of the page, which has each operation that the server describes, and no other. */
  static RoleMatrix of(JsonObject paths) {
    List<Row> rows = rows();
    List<String> described = new ArrayList<>();
    paths.forEach(
        (path, methods) ->
            methods.asJsonObject().keySet().forEach(method -> described.add(method + " " + path)));
    assertThat(rows)
        .hasSizeGreaterThan(45)
        .extracting(Row::operation)
        .containsExactlyInAnyOrderElementsOf(described);
    return new RoleMatrix(rows, paths);
  }

  private static List<Row> rows() {
    try (Stream<String> lines = Files.lines(PAGE)) {
      return lines.filter(line -> line.matches("\\| (GET|POST) .*")).map(Row::of).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whoever has these roles for everything. */
  void holdsFor(ApiClient caller, Set<String> roles) {
    for (Row row : rows) {
      boolean allowed = row.roles().stream().anyMatch(roles::contains);
      expect(row, ask(caller, row, row.target("nobody", "nobody")), allowed, roles);
    }
  }

  /**
   * Whoever has them for one consumer and one destination, and asks for these and for others. Where
   * they shall be refused they say all that is asked, as what is malformed is refused as such.
   */
  void holdsForAPart(ApiClient caller, Set<String> roles, String consumer, String destination) {
    for (Row row : rows) {
      boolean granted = row.roles().stream().anyMatch(roles::contains);
      String target = row.target(consumer, destination);
      if (granted && !isForAPart(row)) {
        HttpResponse<String> refused = caller.send(row.method(), target, wellFormed(row, consumer));
        expect(row, refused.statusCode(), false, roles);
      } else {
        expect(row, ask(caller, row, target), granted, roles);
      }
      if (row.namesAnOwner()) {
        String others = row.target("nobody", "nobody");
        HttpResponse<String> refused = caller.send(row.method(), others, wellFormed(row, "nobody"));
        expect(row, refused.statusCode(), false, roles);
      }
    }
  }

  private String wellFormed(Row row, String consumer) {
    if (!row.method().equals("post")) {
      return "";
    }
    JsonObject schema =
        (JsonObject)
            Json.createPointer("/requestBody/content/application~1json/schema")
                .getValue(paths.getJsonObject(row.path()).getJsonObject(row.method()));
    JsonObjectBuilder said = Json.createObjectBuilder();
    for (JsonString name : schema.getJsonArray("required").getValuesAs(JsonString.class)) {
      JsonObject kind = schema.getJsonObject("properties").getJsonObject(name.getString());
      switch (kind.getString("type")) {
        case "integer" -> said.add(name.getString(), 1);
        case "boolean" -> said.add(name.getString(), false);
        default -> said.add(name.getString(), name.getString().equals("consumer") ? consumer : "x");
      }
    }
    return said.build().toString();
  }

  private static boolean isForAPart(Row row) {
    return !row.part().equals(NOT_FOR_A_PART);
  }

  /** Whoever is not logged in: each path says so, and leads nowhere else. */
  void asksForALogin(ApiClient nobody) {
    for (Row row : rows) {
      assertThat(ask(nobody, row, row.target("nobody", "nobody")))
          .as(row.operation())
          .isEqualTo(401);
    }
  }

  private static void expect(Row row, int status, boolean allowed, Set<String> roles) {
    if (allowed) {
      assertThat(status).as(row.operation() + " as " + roles).isIn(200, 400, 404);
    } else {
      assertThat(status).as(row.operation() + " as " + roles).isEqualTo(403);
    }
  }

  private static int ask(ApiClient caller, Row row, String target) {
    return caller.send(row.method(), target, row.method().equals("post") ? "{}" : "").statusCode();
  }
}
