// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.util.Map;
import org.semel.internal.desk.web.rest.call.Call;
import org.semel.internal.desk.web.rest.call.Endpoint;
import org.semel.internal.desk.web.rest.call.Parameter;

/** A well-formed request for each row of the table, about what is not there. */
final class OutcomeSamples {

  private OutcomeSamples() {}

  static RestRequest of(Endpoint endpoint, RestWorld rest) {
    String path = endpoint.path().text();
    for (String place : endpoint.path().places()) {
      path = path.replace("{" + place + "}", value(place, Call.typeOf(place), rest));
    }
    if (endpoint.type() == Endpoint.EndpointType.VIEW) {
      return RestWorld.request("GET", path + query(endpoint, rest), "", Map.of());
    }
    return RestWorld.request("POST", path, json(endpoint, rest), RestWorld.posted(RestWorld.key()));
  }

  /** The same about what is there: of a plan, a kept message, an intent or a parked message. */
  static RestRequest ofWhatIsThere(Endpoint endpoint, RestWorld rest, WaitingWork work, long kept) {
    RestRequest sample = of(endpoint, rest);
    String path = endpoint.path().text();
    String id =
        String.valueOf(
            path.startsWith("/plans")
                ? work.plan.id()
                : path.startsWith("/kept") ? kept : work.failed);
    String intents = path.contains("/intents") ? "destination=mail" : "destination=d";
    String target =
        sample
            .target()
            .replace("999999999", id)
            .replace("00000000-0000-4000-8000-000000000000", work.unknown.key().toString())
            .replace("destination=d", intents)
            .replace("/destinations/d/", "/destinations/mail/");
    String json = new String(sample.body().bytes(), UTF_8);
    return RestWorld.request(sample.method(), target, json, sample.headers());
  }

  private static String query(Endpoint endpoint, RestWorld rest) {
    return endpoint.parameters().stream()
        .filter(Parameter::required)
        .map(parameter -> parameter.name() + "=" + value(parameter.name(), parameter.type(), rest))
        .collect(joining("&", "?", ""));
  }

  private static String json(Endpoint endpoint, RestWorld rest) {
    return endpoint.parameters().stream()
        .filter(Parameter::required)
        .map(parameter -> member(parameter, rest))
        .collect(joining(",", "{", "}"));
  }

  private static String member(Parameter parameter, RestWorld rest) {
    String value = value(parameter.name(), parameter.type(), rest);
    boolean number = parameter.type() == Parameter.Type.NUMBER;
    return "\"" + parameter.name() + "\":" + (number ? value : "\"" + value + "\"");
  }

  private static String value(String name, Parameter.Type type, RestWorld rest) {
    return switch (type) {
      case NUMBER -> "999999999";
      case TRUTH -> "true";
      case TIME -> "2026-11-23T07:30:00Z";
      case UUID -> "00000000-0000-4000-8000-000000000000";
      case TEXT, SOUGHT, FOREIGN ->
          switch (name) {
            case "consumer", "owner" -> rest.consumer;
            case "source" -> "PARKED";
            case "destination" -> "d";
            default -> "x";
          };
    };
  }
}
