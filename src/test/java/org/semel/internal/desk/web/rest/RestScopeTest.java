// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.internal.desk.web.rest.RestWorld.assertProblem;
import static org.semel.internal.desk.web.rest.RestWorld.json;
import static org.semel.internal.desk.web.rest.RestWorld.key;
import static org.semel.internal.desk.web.rest.RestWorld.posted;
import static org.semel.internal.desk.web.rest.RestWorld.request;

import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.internal.desk.web.rest.call.Caller;
import org.semel.internal.desk.web.rest.call.Endpoint;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.internal.desk.web.rest.call.Scope;
import org.semel.internal.desk.web.rest.call.ScopeRule;
import org.semel.operations.AuditFilter;
import org.semel.operations.OperatorContext;
import org.semel.operations.ParkedFilter;
import org.semel.operations.Plan;
import org.semel.operations.PlanActs.Made;
import org.semel.operations.Selection;

/** A role for a part of the consumers and destinations is worth nothing beyond that part. */
class RestScopeTest {

  private static final OperatorContext BOB = new OperatorContext("bob", "the gate is open again");

  /** Two teams on one database, and an API that runs the consumer of the first. */
  private final RestWorld ours = new RestWorld();

  private final RestWorld theirs = new RestWorld();
  private final Caller team = holding(new Scope.Named(Set.of(ours.consumer), Set.of("d")));

  private static Caller holding(Scope scope) {
    return new Caller("ann", Stream.of(Role.values()).collect(toMap(role -> role, role -> scope)));
  }

  /** Every row of the table, about something of theirs that is there. */
  @Test
  void onNoPathATeamSeesOrChangesWhatIsOfOthers() {
    WaitingWork work = new WaitingWork(theirs);
    long kept = theirs.kept("K-1", "a");
    int refused = 0;
    for (Endpoint endpoint : ours.api.table()) {
      RestRequest sample = OutcomeSamples.ofWhatIsThere(endpoint, theirs, work, kept);
      RestReply reply = ours.api.answer(as(team, sample));
      if (endpoint.rule() == ScopeRule.EACH) {
        assertThat(reply.status()).as(sample.target() + reply.text()).isEqualTo(200);
        assertThat(reply.text())
            .as(sample.target())
            .doesNotContain(theirs.consumer, "\"mail\"", work.unknown.key().toString());
      } else {
        assertProblem(reply, 403, Code.ROLE_MISSING);
        assertThat(reply.text()).doesNotContain(theirs.consumer);
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(30);
    assertThat(theirs.effects).isEmpty();
    assertThat(ours.failures).isEmpty();
  }

  /** The same requests, by who has the same roles for everything, and by the team about its own. */
  @Test
  void onEveryPathATeamMayDoToItsOwnWhatItsRolesSay() {
    WaitingWork work = new WaitingWork(ours);
    long kept = ours.kept("K-1", "a");
    Caller both = holding(new Scope.Named(Set.of(ours.consumer), Set.of("mail", "d")));
    int allowed = 0;
    for (Endpoint endpoint : ours.api.table()) {
      RestRequest sample = OutcomeSamples.ofWhatIsThere(endpoint, ours, work, kept);
      int status = ours.api.answer(as(both, sample)).status();
      if (endpoint.rule() == ScopeRule.EVERYTHING) {
        assertThat(status).as(sample.target()).isEqualTo(403);
      } else {
        assertThat(status).as(sample.target()).isNotIn(401, 403, 405, 500);
        allowed++;
      }
    }
    assertThat(allowed).isGreaterThan(35);
    assertThat(ours.failures).isEmpty();
  }

  @Test
  void aRoleThatCoversTheConsumerIsNoneForItsDestinations() {
    WaitingWork work = new WaitingWork(ours);
    String intent = "/intents/" + work.unknown.key();
    assertProblem(get(intent), 403, Code.ROLE_MISSING);
    assertProblem(get("/intents?destination=mail"), 403, Code.ROLE_MISSING);
    assertProblem(post(team, intent + "/retry", ""), 403, Code.ROLE_MISSING);
    Caller mail = holding(new Scope.Named(Set.of(), Set.of("mai*")));
    assertThat(post(mail, intent + "/withdraw", "").status()).isEqualTo(200);
    assertProblem(post(mail, "/parked/" + work.failed + "/release", ""), 403, Code.ROLE_MISSING);
  }

  /** A role that is given twice covers both parts; one for everything is not made smaller. */
  @Test
  void eachRoleHasAScopeOfItsOwn() {
    long mine = ours.parked("1");
    long other = theirs.parked("1");
    Scope part = new Scope.Named(Set.of(ours.consumer), Set.of());
    Caller caller =
        new Caller("ann", Map.of(Role.VIEWER, new Scope.Everything(), Role.OPERATOR, part));
    assertThat(ours.api.answer(as(caller, view("/parked/" + other))).status()).isEqualTo(200);
    assertProblem(post(caller, "/parked/" + other + "/release", ""), 403, Code.ROLE_MISSING);
    assertThat(post(caller, "/parked/" + mine + "/release", "").status()).isEqualTo(200);
    assertThat(ours.effects).containsExactly("1");
  }

  @Test
  void whoMayStartLargePlansElsewhereMayNotHere() {
    long plan = plan(ours, RestWorld.LIMIT + 1);
    Scope here = new Scope.Named(Set.of(ours.consumer), Set.of());
    Scope elsewhere = new Scope.Named(Set.of(theirs.consumer), Set.of());
    Caller caller = new Caller("ann", Map.of(Role.OPERATOR, here, Role.ADMIN, elsewhere));
    assertProblem(post(caller, "/plans/" + plan + "/start", ""), 403, Code.ROLE_MISSING);
    assertThat(post(team, "/plans/" + plan + "/start", "").status()).isEqualTo(200);
  }

  @Test
  void whoMayReadPayloadElsewhereMayNotSearchItHere() {
    Scope here = new Scope.Named(Set.of(ours.consumer), Set.of());
    Scope elsewhere = new Scope.Named(Set.of(theirs.consumer), Set.of());
    Caller caller = new Caller("ann", Map.of(Role.VIEWER, here, Role.PAYLOAD, elsewhere));
    String target = "/parked?consumer=" + ours.consumer + "&text=tariff";
    assertProblem(ours.api.answer(as(caller, view(target))), 403, Code.ROLE_MISSING);
    assertThat(get(target).status()).isEqualTo(200);
  }

  /** A page that others' plans fill is no empty page. */
  @Test
  void aPageOfPlansIsFullHoweverManyPlansOfOthersStandBetween() {
    long first = plan(ours, 1);
    plan(theirs, 1);
    long second = plan(ours, 2);
    plan(theirs, 2);
    JsonObject page = json(get("/plans?limit=1"));
    assertThat(ids(page)).containsExactly(second);
    JsonObject next = json(get(page.getString("next")));
    assertThat(ids(next)).containsExactly(first);
  }

  @Test
  void theLargestGroupsOfFailuresOfOthersPushNoneOfOursOut() {
    for (int i = 0; i < 3; i++) {
      theirs.parked("T-" + i);
    }
    ours.parked("O-1");
    assertThat(get("/failure-groups?limit=1").text())
        .contains(ours.consumer)
        .doesNotContain(theirs.consumer);
    assertProblem(get("/failure-groups?consumer=" + theirs.consumer), 403, Code.ROLE_MISSING);
  }

  @Test
  void anActBeyondTheScopeStandsInTheAudit() {
    long id = theirs.parked("1");
    String target = "/parked/" + id + "/release";
    assertProblem(post(team, target, ""), 403, Code.ROLE_MISSING);
    assertThat(ours.operations.audit(AuditFilter.ALL, Long.MAX_VALUE, 20))
        .anySatisfy(
            noted -> {
              assertThat(noted.subject()).isEqualTo("POST " + target);
              assertThat(noted.outcome()).isEqualTo("403 SEMEL-0812");
              assertThat(noted.by()).isEqualTo(new OperatorContext("ann", "x"));
            });
  }

  @Test
  void theIndexSaysWhatEachRoleCoversAndLeadsNowhereForbidden() {
    JsonObject index = json(get("/"));
    assertThat(index.getJsonArray("scopes")).hasSize(Role.values().length);
    assertThat(index.getJsonArray("scopes").getJsonObject(0).getJsonArray("consumers").toString())
        .isEqualTo("[\"" + ours.consumer + "\"]");
    List<String> links =
        index.getJsonArray("links").getValuesAs(JsonString.class).stream()
            .map(JsonString::getString)
            .toList();
    assertThat(links).contains("/backlog", "/plans").doesNotContain("/audit", "/doctor");
    for (String link : links) {
      assertThat(get(link).status()).as(link).isIn(200, 400);
    }
  }

  /** Every row of the table, about a consumer of the scope that is registered nowhere. */
  @Test
  void noAnswerAboutAConsumerThatIsNotThereNamesThoseOfOthers() {
    String absent = ours.consumer + "-absent";
    Caller wide = holding(new Scope.Named(Set.of(ours.consumer, absent + "*"), Set.of("d")));
    int asked = 0;
    for (Endpoint endpoint : ours.api.table()) {
      RestRequest sample = OutcomeSamples.of(endpoint, ours);
      String target = sample.target().replace(ours.consumer, absent);
      String body = text(sample).replace(ours.consumer, absent);
      RestReply reply =
          ours.api.answer(request(sample.method(), target, body, sample.headers(), wide));
      assertThat(reply.text()).as(target + " " + body).doesNotContain(theirs.consumer);
      asked += (target + body).contains(absent) ? 1 : 0;
    }
    assertThat(asked).isGreaterThan(15);
  }

  private static String text(RestRequest sample) {
    return new String(sample.body().bytes(), java.nio.charset.StandardCharsets.UTF_8);
  }

  private static RestRequest as(Caller caller, RestRequest sample) {
    return request(sample.method(), sample.target(), text(sample), sample.headers(), caller);
  }

  private static RestRequest view(String target) {
    return request("GET", target, "", Map.of());
  }

  private RestReply get(String target) {
    return ours.api.answer(as(team, view(target)));
  }

  private RestReply post(Caller caller, String target, String more) {
    return ours.api.answer(
        request("POST", target, "{\"why\":\"x\"" + more + "}", posted(key()), caller));
  }

  private static List<Long> ids(JsonObject page) {
    List<Long> ids = new ArrayList<>();
    page.getJsonArray("items")
        .forEach(item -> ids.add(item.asJsonObject().getJsonNumber("id").longValue()));
    return ids;
  }

  private static long plan(RestWorld rest, int size) {
    for (int i = 0; i < size; i++) {
      rest.parked("P-" + java.util.UUID.randomUUID());
    }
    Selection all = Selection.parked(rest.consumer, ParkedFilter.ALL, size);
    Made made = rest.operations.plans().freeze(all, new Plan.Pace(50, 5), BOB);
    return ((Made.Frozen) made).plan().id();
  }
}
