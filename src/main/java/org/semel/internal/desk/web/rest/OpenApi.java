// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.semel.Code;
import org.semel.internal.desk.web.rest.call.Call;
import org.semel.internal.desk.web.rest.call.Endpoint;
import org.semel.internal.desk.web.rest.call.Parameter;
import org.semel.internal.desk.web.rest.call.ScopeRule;

/** Describes the API as OpenAPI 3.1 has it, from the table by which requests are answered. */
final class OpenApi {

  private static final Map<Integer, String> ALWAYS =
      Map.of(
          400, "The request is malformed: " + Code.REQUEST_INVALID.text(),
          401, "No one is logged in: " + Code.CALLER_UNKNOWN.text(),
          403, "A role is missing, or a policy forbids it: " + Code.ROLE_MISSING.text(),
          404, "It is not there: " + Code.NOTHING_THERE.text(),
          500, "The outcome is unknown, or the API failed: " + Code.API_FAILED.text(),
          503,
              "It was undone, or could not be read, and may be tried again: "
                  + Code.ACT_UNDONE.text()
                  + ", "
                  + Code.VIEW_UNREAD.text());

  private static final Map<Integer, String> WHERE_POSTED =
      Map.of(
          413, "The body is too large.",
          415, "The body is not JSON.",
          421, "It can be done in another application: " + Code.RUNS_ELSEWHERE.text());

  private static final Map<Integer, String> WHERE_ACTED =
      Map.of(
          202,
              "It will be done without you: a plan of one message is started for another node, or it is stored.",
          409, "It is not possible as things stand, or in work: " + Code.ACT_NOT_POSSIBLE.text(),
          422, "The route failed, or the key was used before: " + Code.KEY_REUSED.text());

  private OpenApi() {}

  /** The whole. */
  static JsonObject describing(List<Endpoint> table) {
    Map<String, JsonObjectBuilder> paths = new LinkedHashMap<>();
    for (Endpoint endpoint : table) {
      paths
          .computeIfAbsent(endpoint.path().text(), first -> WireJson.object())
          .add(endpoint.type().method().toLowerCase(java.util.Locale.ROOT), operation(endpoint));
    }
    JsonObjectBuilder all = WireJson.object();
    paths.forEach(all::add);
    return WireJson.object()
        .add("openapi", "3.1.0")
        .add("info", WireJson.object().add("title", "Semel").add("version", "1"))
        .add("servers", WireJson.array().add(WireJson.object().add("url", "/semel/api/v1")))
        .add("paths", all)
        .build();
  }

  private static JsonObjectBuilder operation(Endpoint endpoint) {
    JsonObjectBuilder operation =
        WireJson.object()
            .add("summary", endpoint.summary())
            .add("x-role", endpoint.role().word())
            .add("x-scope", scope(endpoint.rule()))
            .add("parameters", parameters(endpoint));
    if (endpoint.type() != Endpoint.EndpointType.VIEW) {
      operation.add("requestBody", body(endpoint));
    }
    return operation.add("responses", responses(endpoint));
  }

  /** The reach of a role that a caller has for only a part of the consumers and destinations. */
  private static String scope(ScopeRule rule) {
    if (rule == ScopeRule.EVERYTHING) {
      return "everything";
    }
    return rule == ScopeRule.EACH ? "list" : "part";
  }

  private static JsonArrayBuilder parameters(Endpoint endpoint) {
    JsonArrayBuilder parameters = WireJson.array();
    for (String place : endpoint.path().places()) {
      parameters.add(
          WireJson.object()
              .add("name", place)
              .add("in", "path")
              .add("required", true)
              .add("schema", schema(Call.typeOf(place))));
    }
    if (endpoint.type() == Endpoint.EndpointType.VIEW) {
      endpoint.parameters().forEach(parameter -> parameters.add(inQuery(parameter)));
    }
    if (endpoint.type() == Endpoint.EndpointType.ACT) {
      parameters.add(
          WireJson.object()
              .add("name", "Idempotency-Key")
              .add("in", "header")
              .add("required", true)
              .add("schema", WireJson.object().add("type", "string").add("maxLength", 200)));
    }
    return parameters;
  }

  private static JsonObjectBuilder inQuery(Parameter parameter) {
    return WireJson.object()
        .add("name", parameter.name())
        .add("in", "query")
        .add("required", parameter.required())
        .add("description", parameter.meaning())
        .add("schema", schema(parameter.type()));
  }

  private static JsonObjectBuilder body(Endpoint endpoint) {
    JsonObjectBuilder properties = WireJson.object();
    JsonArrayBuilder required = WireJson.array();
    for (Parameter parameter : endpoint.parameters()) {
      properties.add(
          parameter.name(), schema(parameter.type()).add("description", parameter.meaning()));
      if (parameter.required()) {
        required.add(parameter.name());
      }
    }
    JsonObjectBuilder schema =
        WireJson.object()
            .add("type", "object")
            .add("additionalProperties", false)
            .add("required", required)
            .add("properties", properties);
    return WireJson.object()
        .add("required", true)
        .add("content", content("application/json", schema));
  }

  private static JsonObjectBuilder content(String type, JsonObjectBuilder schema) {
    return WireJson.object().add(type, WireJson.object().add("schema", schema));
  }

  private static JsonObjectBuilder schema(Parameter.Type type) {
    JsonObjectBuilder schema = WireJson.object();
    return switch (type) {
      case TEXT, SOUGHT, FOREIGN -> schema.add("type", "string");
      case NUMBER -> schema.add("type", "integer").add("minimum", 0);
      case TRUTH -> schema.add("type", "boolean");
      case TIME -> schema.add("type", "string").add("format", "date-time");
      case UUID -> schema.add("type", "string").add("format", "uuid");
    };
  }

  /** The statuses that a request of this kind may be answered with. */
  static SortedMap<Integer, String> statuses(Endpoint.EndpointType type) {
    SortedMap<Integer, String> statuses = new TreeMap<>(ALWAYS);
    statuses.put(200, "It is so, or done.");
    if (type != Endpoint.EndpointType.VIEW) {
      statuses.putAll(WHERE_POSTED);
    }
    if (type == Endpoint.EndpointType.ACT) {
      statuses.putAll(WHERE_ACTED);
    }
    return statuses;
  }

  private static JsonObjectBuilder responses(Endpoint endpoint) {
    JsonObjectBuilder responses = WireJson.object();
    statuses(endpoint.type())
        .forEach(
            (status, meaning) ->
                responses.add(
                    String.valueOf(status),
                    WireJson.object()
                        .add("description", meaning)
                        .add("content", answered(endpoint, status))));
    return responses;
  }

  private static JsonObjectBuilder answered(Endpoint endpoint, int status) {
    JsonObjectBuilder object = WireJson.object().add("type", "object");
    if (status >= 400) {
      return content("application/problem+json", object);
    }
    JsonObjectBuilder answered = content("application/json", object);
    if (endpoint.parameters().contains(Parameter.FORMAT)) {
      answered.addAll(content(CsvText.TYPE, WireJson.object().add("type", "string")));
    }
    return answered;
  }
}
