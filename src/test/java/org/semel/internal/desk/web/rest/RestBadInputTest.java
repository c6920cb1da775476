// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.internal.desk.web.rest.RestWorld.assertProblem;
import static org.semel.internal.desk.web.rest.RestWorld.json;
import static org.semel.internal.desk.web.rest.RestWorld.key;
import static org.semel.internal.desk.web.rest.RestWorld.posted;
import static org.semel.internal.desk.web.rest.RestWorld.request;

import jakarta.json.Json;
import jakarta.json.JsonObjectBuilder;
import java.io.StringReader;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.Code;
import org.semel.internal.desk.web.rest.call.Call;
import org.semel.internal.desk.web.rest.call.Caller;
import org.semel.internal.desk.web.rest.call.Endpoint;
import org.semel.internal.desk.web.rest.call.Endpoint.EndpointType;
import org.semel.internal.desk.web.rest.call.Parameter;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.message.Identity;
import org.semel.message.ParkingReason;
import org.semel.operations.AuditEntry;
import org.semel.operations.AuditFilter;
import org.semel.operations.IntentRecord;

/**
 * Every value of every path, wrong in every way: one clear problem each, and nothing is changed.
 */
class RestBadInputTest {

  private static final Role[] ALL = Role.values();
  private static final String WHY = "{\"why\":\"x\"}";

  /** More digits than the parser turns into a number. */
  private static final String LONG = "9".repeat(1_200);

  private final RestWorld rest = new RestWorld();

  @Test
  void everyParameterOfEveryPathRefusesWhatCannotBeItsValue() {
    long id = rest.parked("1");
    long audit = lastOfAudit();
    int refused = 0;
    for (Endpoint endpoint : rest.api.table()) {
      for (Parameter parameter : endpoint.parameters()) {
        for (String bad : bad(endpoint.type(), parameter.type())) {
          RestReply reply = rest.api.answer(with(endpoint, parameter, bad));
          String what = endpoint.path().text() + " " + parameter.name() + "=" + bad;
          assertThat(reply.status()).as(what + " " + reply.text()).isEqualTo(400);
          assertProblem(reply, 400, Code.REQUEST_INVALID);
          refused++;
        }
      }
    }
    assertThat(refused).isGreaterThan(600);
    assertThat(lastOfAudit()).isEqualTo(audit);
    assertThat(rest.failures).isEmpty();
    assertThat(rest.post("/parked/" + id + "/release", WHY, key()).status()).isEqualTo(200);
  }

  /** As they stand in a query, or in JSON. */
  private static List<String> bad(EndpointType endpoint, Parameter.Type type) {
    return endpoint == EndpointType.VIEW ? inQuery(type) : inJson(type);
  }

  private static List<String> inQuery(Parameter.Type type) {
    List<String> foreign = List.of("%00", "%zz", "%ff");
    List<String> sought = more(foreign, "%1b%5B31m");
    List<String> texts = more(sought, "a%E2%80%AEb", "a%E2%81%A6b");
    return switch (type) {
      case TEXT -> texts;
      case SOUGHT -> sought;
      case FOREIGN -> foreign;
      case NUMBER -> more(texts, "", "x", "-1", "1.5", "1e3", "99999999999999999999");
      case TRUTH -> more(texts, "", "1", "TRUE");
      case TIME -> more(texts, "", "now", "2026-13-01T00:00:00Z", "2026-11-23");
      case UUID -> more(texts, "", "1", "00000000-0000-0000-0000-00000000000g", "0-0-0-0-0");
    };
  }

  private static List<String> inJson(Parameter.Type type) {
    List<String> foreign = List.of("\"a\\u0000b\"", "\"a\\ud800b\"", "null", "[]", "{}", "[\"x\"]");
    List<String> sought = more(foreign, "\"\\u001b[31m\"");
    List<String> written = more(sought, "\"a\\u202eb\"", "\"a\\u2066b\"");
    List<String> texts = more(written, "\"" + "x".repeat(1 << 15) + "\"");
    return switch (type) {
      case TEXT -> more(written, "1", "true");
      case SOUGHT -> more(sought, "1", "true");
      case FOREIGN -> more(foreign, "1", "true");
      case NUMBER ->
          more(
              texts,
              "\"x\"",
              "-1",
              "1.5",
              "1e99",
              "true",
              "99999999999999999999",
              LONG,
              "1e99999999999");
      case TRUTH -> more(texts, "1", "\"yes\"");
      case TIME -> more(texts, "1", "\"now\"");
      case UUID -> more(texts, "1", "\"1\"");
    };
  }

  private static List<String> more(List<String> some, String... others) {
    return Stream.concat(some.stream(), Stream.of(others)).toList();
  }

  /** A well-formed request, but for one value. */
  private RestRequest with(Endpoint endpoint, Parameter parameter, String bad) {
    RestRequest sample = OutcomeSamples.of(endpoint, rest);
    if (endpoint.type() == EndpointType.VIEW) {
      List<String> pairs = new ArrayList<>(List.of(sample.query().split("&", -1)));
      pairs.removeIf(pair -> pair.isEmpty() || pair.startsWith(parameter.name() + "="));
      pairs.add(parameter.name() + "=" + bad);
      return request("GET", sample.path() + "?" + String.join("&", pairs), "", Map.of(), ALL);
    }
    JsonObjectBuilder members = Json.createObjectBuilder();
    Json.createReader(new StringReader(text(sample))).readObject().entrySet().stream()
        .filter(member -> !member.getKey().equals(parameter.name()))
        .forEach(member -> members.add(member.getKey(), member.getValue()));
    String others = members.build().toString();
    String body =
        others.substring(0, others.length() - 1)
            + (others.equals("{}") ? "" : ",")
            + "\"%s\":%s}".formatted(parameter.name(), bad);
    return request("POST", sample.target(), body, posted(key()), ALL);
  }

  private static boolean isText(Parameter parameter) {
    return Set.of(Parameter.Type.TEXT, Parameter.Type.SOUGHT, Parameter.Type.FOREIGN)
        .contains(parameter.type());
  }

  private static String text(RestRequest sample) {
    return new String(sample.body().bytes(), StandardCharsets.UTF_8);
  }

  @Test
  void everyPlaceInAPathRefusesWhatCannotStandThere() {
    for (Endpoint endpoint : rest.api.table()) {
      for (String place : endpoint.path().places()) {
        boolean text = Call.typeOf(place) == Parameter.Type.TEXT;
        for (String bad : text ? List.of("%00", "a%E2%80%AEb", "%ff") : List.of("x", "-1", "%00")) {
          RestRequest sample = OutcomeSamples.of(endpoint, rest);
          String path = endpoint.path().text().replace("{" + place + "}", bad);
          RestReply reply =
              rest.api.answer(request(sample.method(), path, text(sample), posted(key()), ALL));
          assertThat(reply.status()).as(path + " " + reply.text()).isEqualTo(400);
          assertProblem(reply, 400, Code.REQUEST_INVALID);
        }
      }
    }
    assertThat(rest.failures).isEmpty();
  }

  /** A text that may stand there, and names nothing and nobody. */
  @ParameterizedTest
  @ValueSource(strings = {"no such name!", "%", "\u00fc", "a/b", "' OR 1=1 --"})
  void aTextThatIsNoNameIsNoFailureOfTheApi(String text) {
    for (Endpoint endpoint : rest.api.table()) {
      naming(endpoint, text)
          .forEach(
              request -> {
                RestReply reply = rest.api.answer(request);
                assertThat(reply.status())
                    .as(request.target() + " " + text(request) + " " + reply.text())
                    .isLessThan(500);
              });
    }
    assertThat(rest.failures).isEmpty();
  }

  /** Well-formed requests, each with this text at one place where any text may stand. */
  private Stream<RestRequest> naming(Endpoint endpoint, String text) {
    String inPath = URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    String value =
        endpoint.type() == EndpointType.VIEW ? inPath : Json.createValue(text).toString();
    RestRequest sample = OutcomeSamples.of(endpoint, rest);
    return Stream.concat(
        endpoint.parameters().stream()
            .filter(RestBadInputTest::isText)
            .map(parameter -> with(endpoint, parameter, value)),
        endpoint.path().places().stream()
            .filter(place -> Call.typeOf(place) == Parameter.Type.TEXT)
            .map(place -> endpoint.path().text().replace("{" + place + "}", inPath))
            .map(path -> request(sample.method(), path, text(sample), posted(key()), ALL)));
  }

  /** A reason, a filter, a reference: whatever is a megabyte long is not read. */
  @Test
  void aBodyOfAMegabyteIsRefusedOnEveryPathThatTakesOne() {
    long audit = lastOfAudit();
    String huge = "{\"why\":\"" + "x".repeat(1 << 20) + "\"}";
    for (Endpoint endpoint : rest.api.table()) {
      if (endpoint.type() != EndpointType.VIEW) {
        String target = OutcomeSamples.of(endpoint, rest).target();
        assertProblem(
            rest.api.answer(request("POST", target, huge, posted(key()), ALL)),
            413,
            Code.REQUEST_INVALID);
      }
    }
    assertThat(lastOfAudit()).isEqualTo(audit);
    assertThat(rest.failures).isEmpty();
  }

  /** What stood at the place is settled meanwhile, and so is what would have come next. */
  @Test
  void aPageGoesOnBehindAPlaceThatIsGone() {
    List<Long> ids = Stream.of("1", "2", "3", "4", "5").map(rest::parked).toList();
    RestReply first = rest.get("/parked?consumer=" + rest.consumer + "&limit=2", Role.VIEWER);
    for (long id : ids.subList(0, 3)) {
      assertThat(rest.post("/parked/" + id + "/withdraw", WHY, key()).status()).isEqualTo(200);
    }
    RestReply second = rest.get(json(first).getString("next"), Role.VIEWER);
    assertThat(json(second).getJsonArray("items"))
        .extracting(item -> item.asJsonObject().getJsonNumber("id").longValue())
        .containsExactly(ids.get(3), ids.get(4));
    RestReply beyond =
        rest.get("/parked?consumer=" + rest.consumer + "&after=" + Long.MAX_VALUE, Role.VIEWER);
    assertThat(json(beyond).getJsonArray("items")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "stale",
        "_",
        "2026-11-23T07:30:00Z",
        "2026-11-23T07:30:00Z_",
        "_00000000-0000-4000-8000-000000000000",
        "2026-11-23T07:30:00Z_1-1-1-1",
        "+1000000000-01-01T00:00:00Z_x"
      })
  void aPlaceThatNoListHasGivenIsRefused(String place) {
    assertProblem(
        rest.get("/intents?destination=d&after=" + place.replace("+", "%2B"), Role.VIEWER),
        400,
        Code.REQUEST_INVALID);
  }

  /** Or a list would say that nothing is parked for that reason, and a plan that there is none. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/parked?consumer=CONSUMER&reason=CONFLICTS",
        "/parked?consumer=CONSUMER&reason=conflict&format=csv",
        "/parked?consumer=CONSUMER&reason=OUTCOME_UNKNOWN",
        "/intents?destination=d&reason=UNKNOWN",
        "/intents?destination=d&reason=CONFLICT"
      })
  void aReasonThatNothingIsParkedForIsRefused(String target) {
    RestReply reply = rest.get(target.replace("CONSUMER", rest.consumer), Role.VIEWER);
    assertProblem(reply, 400, Code.REQUEST_INVALID);
    assertThat(reply.text())
        .contains(target.startsWith("/parked") ? "DELIVERIES_EXHAUSTED" : "OUTCOME_UNKNOWN");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PARKED", "RETRY_INTENTS"})
  void aPlanForAReasonThatNothingIsParkedForIsRefused(String source) {
    String plan =
        "{\"owner\":\"%s\",\"source\":\"%s\",\"most\":9,\"reason\":\"GAPS\",\"why\":\"x\"}";
    String owner = source.equals("PARKED") ? rest.consumer : "d";
    assertProblem(
        rest.post("/plans", plan.formatted(owner, source), key()), 400, Code.REQUEST_INVALID);
  }

  @Test
  void eachReasonForWhichSomethingIsParkedCanBeAskedFor() {
    for (ParkingReason reason : ParkingReason.known()) {
      String target = "/parked?consumer=" + rest.consumer + "&reason=" + reason;
      assertThat(rest.get(target, Role.VIEWER).status()).as(target).isEqualTo(200);
    }
    for (IntentRecord.Reason reason : IntentRecord.Reason.values()) {
      String target = "/intents?destination=d&reason=" + reason;
      assertThat(rest.get(target, Role.VIEWER).status()).as(target).isEqualTo(200);
    }
  }

  /** Java has times of which no database knows. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/parked?consumer=CONSUMER&since=%2B1000000000-12-31T23:59:59Z",
        "/parked?consumer=CONSUMER&until=-1000000000-01-01T00:00:00Z",
        "/intents?destination=d&since=%2B300000-01-01T00:00:00Z",
        "/intents?destination=d&until=-9999-01-01T00:00:00Z",
        "/intents?destination=d&after=%2B1000000000-12-31T23:59:59Z_00000000-0000-4000-8000-000000000000",
        "/intents?destination=d&after=-1000000000-01-01T00:00:00Z_00000000-0000-4000-8000-000000000000"
      })
  void aTimeThatNoDatabaseKnowsIsRefused(String target) {
    assertProblem(
        rest.get(target.replace("CONSUMER", rest.consumer), Role.VIEWER),
        400,
        Code.REQUEST_INVALID);
    assertThat(rest.failures).isEmpty();
  }

  /** One of them acts, the other is told so by one problem, and the audit has both. */
  @ParameterizedTest
  @ValueSource(strings = {"release", "withdraw"})
  void ofTwoOperatorsOnOneMessageOneActsAndTheOtherIsToldSo(String other) {
    long id = rest.parked("1");
    CompletableFuture<RestReply> ann = act("ann", id, "release");
    CompletableFuture<RestReply> bob = act("bob", id, other);
    List<RestReply> replies = List.of(ann.join(), bob.join());
    assertThat(replies).extracting(RestReply::status).containsExactlyInAnyOrder(200, 409);
    replies.stream()
        .filter(reply -> reply.status() == 409)
        .forEach(reply -> assertProblem(reply, 409, Code.ACT_NOT_POSSIBLE));
    boolean took = ann.join().status() == 200 || other.equals("release");
    assertThat(rest.effects).hasSize(took ? 1 : 0);
    assertThat(done()).hasSize(1);
  }

  private CompletableFuture<RestReply> act(String who, long id, String act) {
    Caller caller = Caller.of(who, Set.of(Role.OPERATOR));
    String target = "/parked/" + id + "/" + act;
    return CompletableFuture.supplyAsync(
        () -> rest.api.answer(request("POST", target, WHY, posted(key()), caller)));
  }

  /** What was done to the message; refusals stand beside it under their paths. */
  private List<AuditEntry> done() {
    return rest.operations.identities().dossier(new Identity(rest.consumer, "1")).acts().stream()
        .map(AuditEntry.Line::entry)
        .toList();
  }

  private long lastOfAudit() {
    return rest.operations.audit(AuditFilter.ALL, Long.MAX_VALUE, 1).stream()
        .mapToLong(AuditEntry.Noted::id)
        .findFirst()
        .orElse(0);
  }
}
