// SPDX-License-Identifier: Apache-2.0
package org.semel.site;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;

/** The description of the REST API for people to read, in Markdown. */
final class ApiPage {

  /** The description for programs. */
  static final Path FILE = Path.of("docs/openapi.json");

  private ApiPage() {}

  /** Of the description that lies below home. */
  static String markdown(Path home) throws IOException {
    try (JsonReader reader = Json.createReader(Files.newBufferedReader(home.resolve(FILE)))) {
      JsonObject api = reader.readObject();
      return """
          # OpenAPI

          The REST API as `GET /openapi.json` describes it (OpenAPI %s), path by path. For programs:
          [openapi.json](openapi.json). What holds for all of it stands on the page about [REST](rest.md).

          %s
          """
          .formatted(
              api.getString("openapi"),
              api.getJsonObject("paths").entrySet().stream()
                  .flatMap(
                      path ->
                          path.getValue().asJsonObject().entrySet().stream()
                              .map(
                                  operation ->
                                      operation(
                                          operation.getKey(),
                                          path.getKey(),
                                          operation.getValue().asJsonObject())))
                  .collect(Collectors.joining("\n")));
    }
  }

  private static String operation(String method, String path, JsonObject operation) {
    JsonObject body = operation.getJsonObject("requestBody");
    return "## %s %s\n\n%s Role: `semel-%s`.\n\n%s%s\n"
        .formatted(
            method.toUpperCase(Locale.ROOT),
            path,
            operation.getString("summary"),
            operation.getString("x-role").replace("semel-", ""),
            table(
                    "parameter",
                    operation.getJsonArray("parameters").getValuesAs(JsonObject.class).stream()
                        .map(
                            parameter ->
                                row(
                                    parameter.getString("name"),
                                    parameter.getString("in"),
                                    parameter.getBoolean("required"),
                                    parameter.getJsonObject("schema"),
                                    parameter.getString("description", "")))
                        .toList())
                + (body == null ? "" : table("member of the body", members(body))),
            "Statuses: "
                + operation.getJsonObject("responses").keySet().stream()
                    .map(status -> "`" + status + "`")
                    .collect(Collectors.joining(", "))
                + ".");
  }

  private static Collection<String> members(JsonObject body) {
    JsonObject schema =
        body.getJsonObject("content").getJsonObject("application/json").getJsonObject("schema");
    Collection<String> required =
        schema.getJsonArray("required").getValuesAs(JsonString::getString);
    return schema.getJsonObject("properties").entrySet().stream()
        .map(
            member ->
                row(
                    member.getKey(),
                    "body",
                    required.contains(member.getKey()),
                    member.getValue().asJsonObject(),
                    member.getValue().asJsonObject().getString("description", "")))
        .toList();
  }

  private static String row(
      String name, String in, boolean required, JsonObject schema, String meaning) {
    return "| `%s` | %s | %s | %s | %s |"
        .formatted(
            name,
            in,
            schema.getString("format", schema.getString("type")),
            required ? "yes" : "",
            meaning.replace("|", "\\|"));
  }

  private static String table(String first, Collection<String> rows) {
    return rows.isEmpty()
        ? ""
        : "| %s | in | type | required | meaning |\n| --- | --- | --- | --- | --- |\n%s\n\n"
            .formatted(first, String.join("\n", rows));
  }
}
