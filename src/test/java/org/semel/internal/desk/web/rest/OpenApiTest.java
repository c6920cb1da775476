// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.internal.desk.web.rest.RestWorld.json;

import jakarta.json.JsonObject;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.web.rest.call.Endpoint;
import org.semel.internal.desk.web.rest.call.Role;

/** The description of the API says what it does. */
class OpenApiTest {

  private final RestWorld rest = new RestWorld();

  @Test
  void everyPathThatIsDescribedIsThereAndAnswersWithAStatusThatIsDescribed() {
    JsonObject paths = paths();
    int operations = 0;
    for (Endpoint endpoint : rest.api.table()) {
      JsonObject described =
          paths.getJsonObject(endpoint.path().text()).getJsonObject(method(endpoint));
      assertThat(described.getString("x-role")).isEqualTo(endpoint.role().word());
      RestRequest sample = OutcomeSamples.of(endpoint, rest);
      Set<String> statuses = described.getJsonObject("responses").keySet();
      for (Role role : new Role[] {Role.APPROVER, endpoint.role()}) {
        RestReply reply =
            rest.api.answer(
                RestWorld.request(
                    sample.method(),
                    sample.target(),
                    new String(sample.body().bytes(), java.nio.charset.StandardCharsets.UTF_8),
                    sample.headers(),
                    role));
        assertThat(statuses).as(sample.target() + reply.text()).contains("" + reply.status());
      }
      operations++;
    }
    assertThat(operations)
        .isEqualTo(paths.values().stream().mapToInt(path -> path.asJsonObject().size()).sum());
  }

  @Test
  void itIsWhatIsAnsweredAndNamesEveryParameterAndTheKeyOfEveryAct() {
    JsonObject paths = paths();
    for (Endpoint endpoint : rest.api.table()) {
      JsonObject described =
          paths.getJsonObject(endpoint.path().text()).getJsonObject(method(endpoint));
      Set<String> named =
          described.getJsonArray("parameters").stream()
              .map(parameter -> parameter.asJsonObject().getString("name"))
              .collect(Collectors.toCollection(HashSet::new));
      assertThat(named.contains("Idempotency-Key"))
          .isEqualTo(endpoint.type() == Endpoint.EndpointType.ACT);
      if (endpoint.type() != Endpoint.EndpointType.VIEW) {
        named.addAll(properties(described).keySet());
      }
      endpoint.parameters().forEach(parameter -> assertThat(named).contains(parameter.name()));
    }
  }

  @Test
  void everyOutcomeOfAnActIsAStatusThatIsDescribed() {
    for (HttpOutcome outcome : HttpOutcome.values()) {
      assertThat(OpenApi.statuses(Endpoint.EndpointType.ACT)).containsKey(outcome.status());
    }
  }

  private JsonObject paths() {
    RestReply reply = rest.get("/openapi.json", Role.VIEWER);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    assertThat(json(reply).getString("openapi")).isEqualTo("3.1.0");
    return json(reply).getJsonObject("paths");
  }

  private static String method(Endpoint endpoint) {
    return endpoint.type().method().toLowerCase(Locale.ROOT);
  }

  private static JsonObject properties(JsonObject operation) {
    return operation
        .getJsonObject("requestBody")
        .getJsonObject("content")
        .getJsonObject("application/json")
        .getJsonObject("schema")
        .getJsonObject("properties");
  }
}
