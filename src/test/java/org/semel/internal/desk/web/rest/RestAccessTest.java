// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.internal.desk.web.rest.RestWorld.assertProblem;
import static org.semel.internal.desk.web.rest.RestWorld.key;
import static org.semel.internal.desk.web.rest.RestWorld.posted;
import static org.semel.internal.desk.web.rest.RestWorld.request;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.Code;
import org.semel.internal.desk.web.rest.call.Caller;
import org.semel.internal.desk.web.rest.call.Endpoint;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.message.Body;
import org.semel.small.SmallServer;

/** Who may do what, and from where. */
class RestAccessTest {

  private static final String WHY = "{\"why\":\"x\"}";

  private static final Map<Role, Set<Role>> IMPLIED =
      Map.of(
          Role.VIEWER, Set.of(Role.VIEWER, Role.OPERATOR, Role.ADMIN),
          Role.OPERATOR, Set.of(Role.OPERATOR, Role.ADMIN),
          Role.ADMIN, Set.of(Role.ADMIN),
          Role.PAYLOAD, Set.of(Role.PAYLOAD),
          Role.APPROVER, Set.of(Role.APPROVER));

  private final RestWorld rest = new RestWorld();

  /** Every row of the table with every role, and with none. */
  @Test
  void eachRoleMayDoWhatTheTableSaysAndNothingElse() {
    int pairs = 0;
    for (Endpoint endpoint : rest.api.table()) {
      RestRequest sample = OutcomeSamples.of(endpoint, rest);
      assertProblem(rest.api.answer(as(sample)), 403, Code.ROLE_MISSING);
      for (Role role : Role.values()) {
        int status = rest.api.answer(as(sample, role)).status();
        if (IMPLIED.get(endpoint.role()).contains(role)) {
          assertThat(status).as(endpoint + " as " + role).isNotIn(401, 403, 405, 500);
        } else {
          assertThat(status).as(endpoint + " as " + role).isEqualTo(403);
        }
        pairs++;
      }
    }
    assertThat(pairs).isGreaterThan(5 * 30);
    assertThat(rest.failures).isEmpty();
  }

  private static RestRequest as(RestRequest sample, Role... roles) {
    return request(sample.method(), sample.target(), text(sample.body()), sample.headers(), roles);
  }

  private static String text(Body body) {
    return new String(body.bytes(), java.nio.charset.StandardCharsets.UTF_8);
  }

  @Test
  void whoIsNotLoggedInIsAskedToAndNeverSentElsewhere() {
    RestRequest nobody =
        new RestRequest("GET", "/backlog", Map.of(), Body.none(), Optional.empty());
    RestReply reply = rest.api.answer(nobody);
    assertProblem(reply, 401, Code.CALLER_UNKNOWN);
    assertThat(reply.headers().get("WWW-Authenticate")).startsWith("Basic realm=");
    RestReply console =
        rest.api.answer(
            new RestRequest(
                "GET", "/backlog", Map.of("x-semel-console", "1"), Body.none(), Optional.empty()));
    assertProblem(console, 401, Code.CALLER_UNKNOWN);
    assertThat(console.headers())
        .as("no dialogue of the browser")
        .doesNotContainKey("WWW-Authenticate");
  }

  @ParameterizedTest
  @CsvSource({
    "sec-fetch-site, cross-site",
    "sec-fetch-site, same-site",
    "origin, https://evil.example",
    "origin, null",
    "origin, http://semel.example.evil.example:8080",
    "origin, http://semel.example:9090",
  })
  void aForeignPageChangesNothing(String header, String value) {
    long id = rest.parked("1");
    Map<String, String> headers = new HashMap<>(posted(key()));
    headers.put(header, value);
    String target = "/parked/" + id + "/release";
    assertProblem(
        rest.api.answer(request("POST", target, WHY, headers, Role.ADMIN)),
        403,
        Code.ORIGIN_REFUSED);
    assertThat(rest.effects).isEmpty();
  }

  /** About parked and kept messages, intents and plans that are there. */
  @ParameterizedTest
  @CsvSource({"sec-fetch-site, cross-site", "origin, https://evil.example"})
  void onNoPathAForeignPageChangesAnything(String header, String value) {
    WaitingWork work = new WaitingWork(rest);
    long kept = rest.kept("K-1", "a");
    Caller eve = Caller.of("eve-" + key(), Set.of(Role.values()));
    int posts = 0;
    for (Endpoint endpoint : rest.api.table()) {
      RestRequest sample = OutcomeSamples.ofWhatIsThere(endpoint, rest, work, kept);
      if (sample.method().equals("POST")) {
        Map<String, String> headers = new HashMap<>(sample.headers());
        headers.put(header, value);
        RestRequest foreign = request("POST", sample.target(), text(sample.body()), headers, eve);
        assertProblem(rest.api.answer(foreign), 403, Code.ORIGIN_REFUSED);
        posts++;
      }
    }
    assertThat(posts).isGreaterThan(25);
    assertThat(rest.effects).isEmpty();
    assertThat(written("SELECT subject FROM semel_audit WHERE who = ?", eve)).isEmpty();
    assertThat(written("SELECT key FROM semel_request WHERE who = ?", eve)).isEmpty();
  }

  private static List<String> written(String sql, Caller by) {
    return SmallServer.shared().postgres().texts(sql, by.name());
  }

  @ParameterizedTest
  @CsvSource({
    "sec-fetch-site, same-origin",
    "sec-fetch-site, none",
    "origin, http://semel.example:8080",
    "x-semel-console, 1",
  })
  void thePagesOfThisServerMayAct(String header, String value) {
    long id = rest.parked("1");
    Map<String, String> headers = new HashMap<>(posted(key()));
    headers.put(header, value);
    RestReply reply =
        rest.api.answer(request("POST", "/parked/" + id + "/release", WHY, headers, Role.OPERATOR));
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
  }

  /** What a form or a script without a preflight can send. */
  @ParameterizedTest
  @CsvSource({
    "text/plain, 415",
    "application/x-www-form-urlencoded, 415",
    "multipart/form-data, 415",
    "application/json;charset=utf-16, 415",
    "'', 415"
  })
  void onlyJsonActs(String type, int status) {
    Map<String, String> headers = new HashMap<>(posted(key()));
    headers.put("content-type", type);
    assertProblem(
        rest.api.answer(request("POST", "/parked/1/release", WHY, headers, Role.ADMIN)),
        status,
        Code.REQUEST_INVALID);
  }

  @Test
  void withoutAHeaderThatNoFormCanSendNothingActs() {
    Map<String, String> headers = Map.of("content-type", "application/json");
    assertProblem(
        rest.api.answer(request("POST", "/parked/1/release", WHY, headers, Role.ADMIN)),
        403,
        Code.ORIGIN_REFUSED);
    Map<String, String> console =
        Map.of("content-type", "application/json", "x-semel-console", "1");
    assertProblem(
        rest.api.answer(request("POST", "/parked/1/release", WHY, console, Role.ADMIN)),
        400,
        Code.REQUEST_INVALID);
  }

  @Test
  void noGetChangesAnythingAndOtherMethodsAreRefused() {
    for (Endpoint endpoint : rest.api.table()) {
      if (endpoint.type() == Endpoint.EndpointType.VIEW) {
        continue;
      }
      String target = OutcomeSamples.of(endpoint, rest).target();
      int status = rest.get(target, Role.ADMIN, Role.PAYLOAD).status();
      assertThat(status).as(target).isIn(200, 400, 404, 405);
    }
    for (String method : List.of("PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE")) {
      RestReply reply = rest.api.answer(request(method, "/backlog", "", Map.of(), Role.ADMIN));
      assertProblem(reply, 405, Code.REQUEST_INVALID);
      assertThat(reply.headers()).containsEntry("Allow", "GET");
    }
  }

  @Test
  void everyReplyForbidsToKeepToFrameAndToGuess() {
    for (RestReply reply :
        List.of(
            rest.get("/backlog", Role.VIEWER), rest.get("/nothing", Role.VIEWER), RestApi.off())) {
      assertThat(reply.headers())
          .containsEntry("Cache-Control", "no-store")
          .containsEntry("X-Content-Type-Options", "nosniff")
          .containsEntry("Referrer-Policy", "no-referrer")
          .doesNotContainKey("Access-Control-Allow-Origin");
    }
    assertThat(RestApi.off().status()).isEqualTo(404);
  }
}
