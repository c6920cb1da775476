// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.internal.desk.web.rest.RestWorld.assertProblem;
import static org.semel.internal.desk.web.rest.RestWorld.json;
import static org.semel.internal.desk.web.rest.RestWorld.key;

import jakarta.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.internal.desk.web.rest.call.Query;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.AuditEntry.Noted;
import org.semel.operations.AuditFilter;

/** Who was refused an act stands in the audit. */
class RestRefusalsTest {

  private static final String WHY = "{\"why\": \"the price list is mended\"}";

  private final RestWorld rest = new RestWorld();
  private final long before =
      rest.operations.audit(AuditFilter.ALL, Long.MAX_VALUE, 1).stream()
          .mapToLong(Noted::id)
          .findFirst()
          .orElse(0);

  @Test
  void whoLacksTheRoleIsNamedWithTheActAndTheReason() {
    String path = "/parked/" + rest.parked("1") + "/release";
    assertProblem(rest.post(path, WHY, key(), Role.VIEWER), 403, Code.ROLE_MISSING);
    assertThat(refusals("POST " + path))
        .containsExactly("ann: 403 SEMEL-0812, the price list is mended");
  }

  @Test
  void whoMayNotReadABodyIsNamedToo() {
    String path = "/parked/" + rest.parked("1") + "/body";
    assertProblem(rest.post(path, WHY, key(), Role.OPERATOR), 403, Code.ROLE_MISSING);
    assertThat(refusals("POST " + path)).hasSize(1);
  }

  @Test
  void aReasonThatCannotBeReadDoesNotHideTheRefusal() {
    String path = "/parked/" + rest.parked("1") + "/release";
    String number = "{\"why\": \"x\", \"z\": " + "9".repeat(1_200) + "}";
    for (String body : List.of("", "{\"why\": 7}", "{\"why\": \" \"}", "no json", number)) {
      rest.now = rest.now.plusSeconds(60);
      assertThat(rest.post(path, body, key(), Role.VIEWER).status()).isEqualTo(403);
    }
    assertThat(refusals("POST " + path)).containsOnly("ann: 403 SEMEL-0812, not said").hasSize(5);
  }

  /** Otherwise anybody who may log in fills the audit, of which nobody may delete a line. */
  @Test
  void howeverOftenACallerLacksTheRoleTheAuditGrowsByTwoLinesAMinute() {
    for (int id = 1; id <= 100; id++) {
      rest.post("/parked/" + id + "/release", WHY, key(), Role.VIEWER);
    }
    rest.post("/parked/1/withdraw", WHY, key(), Role.VIEWER);
    assertThat(refusals("POST /parked/1/release")).hasSize(1);
    assertThat(refusals("POST /parked/2/release")).isEmpty();
    assertThat(refusals("POST /parked/1/withdraw")).hasSize(1);
    rest.now = rest.now.plusSeconds(60);
    rest.get("/", Role.VIEWER);
    rest.get("/", Role.VIEWER);
    assertThat(refusals("POST /parked/{id}/release"))
        .containsExactly("ann: 403 SEMEL-0812, 99 more within a minute, not said");
    assertThat(refusals("POST /parked/{id}/withdraw")).isEmpty();
    assertThat(rest.refused).hasValue(101);
    rest.post("/parked/2/release", WHY, key(), Role.VIEWER);
    assertThat(refusals("POST /parked/2/release")).hasSize(1);
  }

  @Test
  void theAuditIsFilteredOverItsPagesAndRows() {
    String path = "/parked/" + rest.parked("1") + "/release";
    rest.post(path, WHY, key(), Role.VIEWER);
    rest.post(path, WHY, key(), Role.OPERATOR);
    rest.post("/parked/999999/release", WHY, key(), Role.OPERATOR);
    String refused = "/audit?who=ann&act=REFUSED&" + Query.pair("subject", "POST /parked/");
    JsonObject page = json(rest.get(refused + "&limit=1", Role.VIEWER));
    assertThat(subject(page)).isEqualTo("POST /parked/999999/release");
    String next = page.getString("next");
    assertThat(subject(json(rest.get(next, Role.VIEWER)))).isEqualTo("POST " + path);
    assertThat(rest.get(refused + "&format=csv", Role.VIEWER).text())
        .contains(path)
        .doesNotContain("RELEASE");
    String first = json(rest.get("/audit?limit=1", Role.VIEWER)).getString("next");
    assertThat(first).startsWith("/audit?before=");
    assertThat(json(rest.get("/audit?who=an", Role.VIEWER)).getJsonArray("items")).isEmpty();
  }

  private static String subject(JsonObject page) {
    return page.getJsonArray("items").getJsonObject(0).getString("subject");
  }

  /** Otherwise any page could write lines in the name of who looks at it. */
  @Test
  void whatAForeignPageSendsLeavesNoLine() {
    String path = "/parked/" + rest.parked("1") + "/release";
    Map<String, String> foreign = new HashMap<>(RestWorld.posted(key()));
    foreign.put("sec-fetch-site", "cross-site");
    RestReply reply = rest.api.answer(RestWorld.request("POST", path, WHY, foreign, Role.VIEWER));
    assertThat(reply.status()).isEqualTo(403);
    assertThat(refusals("POST " + path)).isEmpty();
  }

  @Test
  void anActThatIsNotPossibleIsNamedWithItsAnswerOnce() {
    String path = "/parked/" + rest.parked("1") + "/release";
    assertThat(rest.post(path, WHY, key()).status()).isEqualTo(200);
    String key = key();
    RestReply refused = rest.post(path, WHY, key);
    assertProblem(refused, 409, Code.ACT_NOT_POSSIBLE);
    assertThat(rest.post(path, WHY, key)).as("answered again").isEqualTo(refused);
    assertThat(refusals("POST " + path))
        .containsExactly("ann: 409 AlreadySettled, the price list is mended");
  }

  @Test
  void aRoleThatTheSizeOfAPlanDemandsIsNamed() {
    for (int i = 0; i <= RestWorld.LIMIT; i++) {
      rest.parked(String.valueOf(i));
    }
    String freeze =
        "{\"owner\":\"%s\",\"source\":\"PARKED\",\"most\":100,\"why\":\"mended\"}"
            .formatted(rest.consumer);
    long plan =
        RestWorld.json(rest.post("/plans", freeze, key()))
            .getJsonObject("plan")
            .getJsonNumber("id")
            .longValue();
    String path = "/plans/" + plan + "/start";
    assertProblem(rest.post(path, WHY, key()), 403, Code.ROLE_MISSING);
    assertThat(refusals("POST " + path)).hasSize(1);
  }

  @Test
  void whatIsMalformedHasAskedForNothingAndWhatOnlyLooksIsNoAct() {
    String path = "/parked/" + rest.parked("1") + "/release";
    assertThat(rest.post(path, "{}", key()).status()).isEqualTo(400);
    assertThat(rest.get("/parked/1").status()).isEqualTo(403);
    assertThat(refusals("POST " + path)).isEmpty();
    assertThat(refusals("GET /parked/1")).isEmpty();
  }

  private List<String> refusals(String subject) {
    return rest.operations.audit(AuditFilter.ALL, Long.MAX_VALUE, 200).stream()
        .filter(noted -> noted.id() > before)
        .filter(noted -> noted.act() == Act.REFUSED && noted.subject().equals(subject))
        .map(noted -> noted.by().who() + ": " + noted.outcome() + ", " + noted.by().why())
        .toList();
  }
}
