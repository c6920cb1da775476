// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.internal.desk.web.rest.RestWorld.assertProblem;
import static org.semel.internal.desk.web.rest.RestWorld.json;
import static org.semel.internal.desk.web.rest.RestWorld.key;
import static org.semel.internal.desk.web.rest.RestWorld.posted;

import jakarta.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.Code;
import org.semel.internal.desk.web.rest.call.Caller;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.message.Body;
import org.semel.operations.AuditFilter;
import org.semel.operations.OperatorContext;
import org.semel.operations.Plan;
import org.semel.operations.PlanActs.Made;
import org.semel.operations.Selection;

/** A plan that needs a second person, over HTTP. The operator of this world is ann. */
class RestApprovalTest {

  private static final String WHY = "{\"why\": \"rehearsed, all fresh\"}";

  private final RestWorld rest = new RestWorld();
  private final Plan plan = frozen();

  private Plan frozen() {
    rest.parked("1");
    rest.parked("2");
    rest.world.asksForApprovalFrom(2);
    OperatorContext ann = new OperatorContext("ann", "the price list is mended");
    Made made =
        rest.world.act(
            () ->
                rest.world
                    .stores()
                    .plans()
                    .freeze(Selection.parked(rest.consumer, 2), new Plan.Pace(10, 0), ann));
    return ((Made.Frozen) made).plan();
  }

  @Test
  void aPlanStartsOnceASecondPersonHasAgreed() {
    RestReply early = rest.post("/plans/" + plan.id() + "/start", WHY, key());
    assertProblem(early, 409, Code.ACT_NOT_POSSIBLE);
    assertThat(json(early).getString("is")).isEqualTo("Unapproved");
    RestReply approved = approve("bob", plan.progress().digest());
    assertThat(approved.status()).as(approved.text()).isEqualTo(200);
    JsonObject shown =
        json(rest.get("/plans/" + plan.id(), Role.VIEWER))
            .getJsonObject("progress")
            .getJsonObject("approval");
    assertThat(shown.getString("is")).isEqualTo("ApprovedBy");
    assertThat(shown.getString("who")).isEqualTo("bob");
    assertThat(rest.post("/plans/" + plan.id() + "/start", WHY, key()).status()).isEqualTo(200);
  }

  @Test
  void whoApprovesSeesFilterCountsAndItemsOfTheSet() {
    String path = "/plans/" + plan.id();
    JsonObject contents = json(rest.get(path + "/contents", Role.VIEWER));
    JsonObject selection = contents.getJsonObject("selection");
    assertThat(selection.getInt("most")).isEqualTo(2);
    assertThat(selection.getString("source")).isEqualTo("PARKED");
    JsonObject group = contents.getJsonArray("groups").getJsonObject(0);
    assertThat(group.getString("outcome") + " " + group.getString("reason"))
        .isEqualTo("AS_CHOSEN ATTEMPTS_EXHAUSTED");
    assertThat(group.getInt("rows")).isEqualTo(2);
    assertThat(keyOf(contents.getJsonObject("first"))).isEqualTo("1");
    assertThat(keyOf(contents.getJsonObject("last"))).isEqualTo("2");
    JsonObject page = json(rest.get(path + "/items?outcome=AS_CHOSEN&limit=1", Role.VIEWER));
    assertThat(keyOf(page.getJsonArray("items").getJsonObject(0))).isEqualTo("1");
    JsonObject next = json(rest.get(page.getString("next"), Role.VIEWER));
    assertThat(keyOf(next.getJsonArray("items").getJsonObject(0))).isEqualTo("2");
    assertThat(rest.get(path + "/items?outcome=FAILED&format=csv", Role.VIEWER).text().lines())
        .containsExactly(
            "\"ordinal\",\"message\",\"intent\",\"identity.consumer\",\"identity.key\",\"reason\","
                + "\"group\",\"outcome\",\"settled\"");
    assertProblem(rest.get(path + "/items?outcome=failed", Role.VIEWER), 400, Code.REQUEST_INVALID);
    assertThat(rest.get("/plans/0/items", Role.VIEWER).status()).isEqualTo(404);
    assertThat(rest.get("/plans/0/contents", Role.VIEWER).status()).isEqualTo(404);
  }

  private static String keyOf(JsonObject item) {
    return item.getJsonObject("identity").getString("key");
  }

  @Test
  void nobodyApprovesTheirOwnPlanAndTheAuditKeepsThatTheyTried() {
    RestReply own = approve("Ann", plan.progress().digest());
    assertProblem(own, 403, Code.ACT_NOT_POSSIBLE);
    assertThat(json(own).getString("is")).isEqualTo("OwnPlan");
    assertThat(rest.operations.audit(AuditFilter.ALL, Long.MAX_VALUE, 1))
        .filteredOn(line -> line.subject().equals("POST /plans/" + plan.id() + "/approve"))
        .extracting(line -> line.by().who() + " " + line.act() + " " + line.outcome())
        .containsExactly("Ann REFUSED 403 OwnPlan");
  }

  /**
   * A directory lets a person in who writes a space, or an invisible character, beside the name.
   */
  @ParameterizedTest
  @ValueSource(strings = {"ann ", "a\u00adnn", "\uff21nn"})
  void whoLogsInUnderTheirNameWrittenOtherwiseIsNoSecondPerson(String who) {
    RestReply own = approve(who, plan.progress().digest());
    assertProblem(own, 403, Code.ACT_NOT_POSSIBLE);
    assertThat(json(own).getString("is")).isEqualTo("OwnPlan");
    RestReply start = rest.post("/plans/" + plan.id() + "/start", WHY, key());
    assertThat(json(start).getString("is")).isEqualTo("Unapproved");
  }

  @Test
  void whoHasSeenAnotherSetIsToldThePlansOwn() {
    RestReply other = approve("bob", UUID.randomUUID());
    assertProblem(other, 409, Code.ACT_NOT_POSSIBLE);
    assertThat(json(other).getString("is")).isEqualTo("OtherSet");
    assertThat(json(other).getString("digest")).isEqualTo(plan.progress().digest().toString());
  }

  @Test
  void aDigestThatIsNoneIsMalformed() {
    assertProblem(sent("bob", "{\"digest\": \"7\", \"why\": \"x\"}"), 400, Code.REQUEST_INVALID);
    assertProblem(sent("bob", "{\"why\": \"x\"}"), 400, Code.REQUEST_INVALID);
  }

  private RestReply approve(String who, UUID digest) {
    return sent(who, "{\"digest\": \"" + digest + "\", \"why\": \"looked at it\"}");
  }

  private RestReply sent(String who, String json) {
    Map<String, String> headers = new HashMap<>(Map.of("host", "semel.example:8080"));
    headers.putAll(posted(key()));
    return rest.api.answer(
        new RestRequest(
            "POST",
            "/plans/" + plan.id() + "/approve",
            headers,
            Body.bytes(json.getBytes(StandardCharsets.UTF_8), null),
            Optional.of(Caller.of(who, Set.of(Role.APPROVER)))));
  }
}
