// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.internal.desk.web.rest.RestWorld.assertProblem;
import static org.semel.internal.desk.web.rest.RestWorld.json;
import static org.semel.internal.desk.web.rest.RestWorld.key;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.internal.desk.watch.redaction.Redaction;
import org.semel.internal.desk.web.rest.call.Endpoint;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.message.Identity;
import org.semel.operations.AuditEntry;

/** Payload leaves by one way only, and each time somebody has said why. */
class RedactionTest {

  private static final String CANARY = "canary-4711";

  private final RestWorld rest = new RestWorld();

  /** A record that somebody adds a text to. */
  record Careless(String note, int number) {}

  @Test
  void aTextThatNobodyHasAllowedIsHidden() {
    String shown = Redaction.STRICT.object(new Careless(CANARY, 7)).build().toString();
    assertThat(shown).isEqualTo("{\"number\":7}");
    assertThat(Redaction.OPEN.object(new Careless(CANARY, 7)).build().toString()).contains(CANARY);
  }

  /** Body, value of a header, and what a failure said; the roles of the caller change nothing. */
  @Test
  void noViewAndNoActShowsPayload() {
    long id = rest.parked("1", CANARY, "java.lang.IllegalStateException: " + CANARY);
    rest.route =
        (message, identity) -> {
          throw new IllegalStateException(CANARY);
        };
    for (String target :
        List.of(
            "/parked?consumer=" + rest.consumer,
            "/parked/" + id,
            "/failure-groups?consumer=" + rest.consumer,
            "/identities?consumer=" + rest.consumer + "&key=1",
            "/find?q=1",
            "/audit",
            "/backlog",
            "/consumers")) {
      RestReply reply = rest.get(target, Role.ADMIN, Role.PAYLOAD, Role.APPROVER);
      assertThat(reply.status()).as(reply.text()).isEqualTo(200);
      assertThat(reply.text()).as(target).doesNotContain(CANARY);
    }
    RestReply failed =
        rest.post("/parked/" + id + "/release", "{\"why\":\"x\"}", key(), Role.ADMIN, Role.PAYLOAD);
    assertProblem(failed, 422, Code.ACT_FAILED);
    assertThat(failed.text()).doesNotContain(CANARY);
  }

  @Test
  void whoMayReadABodyReadsItAndTheAuditKeepsWhoAndWhy() {
    long id = rest.parked("1", CANARY, "why");
    String target = "/parked/" + id + "/body";
    assertProblem(rest.post(target, "{\"why\":\"x\"}", key(), Role.ADMIN), 403, Code.ROLE_MISSING);
    assertProblem(rest.post(target, "{}", key(), Role.PAYLOAD), 400, Code.REQUEST_INVALID);
    assertThat(acts()).isEmpty();
    RestReply reply = rest.post(target, "{\"why\":\"ticket 12\"}", key(), Role.PAYLOAD);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    assertThat(json(reply).getJsonObject("message").getJsonObject("body").getString("text"))
        .contains(CANARY);
    assertThat(acts())
        .extracting(entry -> entry.by().who() + " " + entry.act() + ": " + entry.by().why())
        .containsExactly("ann VIEW: ticket 12");
  }

  /** A search says by what it finds what it has not shown. */
  @Test
  void whoMayNotReadPayloadCannotFindItOutBySearching() {
    rest.parked("1", "a", "java.lang.IllegalStateException: " + CANARY);
    String target = "/parked?consumer=" + rest.consumer + "&text=" + CANARY;
    assertProblem(rest.get(target, Role.ADMIN), 403, Code.ROLE_MISSING);
    RestReply reply = rest.get(target, Role.VIEWER, Role.PAYLOAD);
    assertThat(json(reply).getJsonArray("items")).hasSize(1);
    assertThat(reply.text()).doesNotContain(CANARY);
    String freeze =
        "{\"owner\":\"%s\",\"source\":\"PARKED\",\"most\":9,\"why\":\"x\",\"text\":\"%s\"}"
            .formatted(rest.consumer, CANARY);
    assertProblem(rest.post("/plans", freeze, key(), Role.ADMIN), 403, Code.ROLE_MISSING);
  }

  @Test
  void noViewNeedsPayloadAndEveryBodyDoes() {
    for (Endpoint endpoint : rest.api.table()) {
      boolean body = endpoint.path().text().endsWith("/body");
      assertThat(endpoint.role() == Role.PAYLOAD).as(endpoint.path().text()).isEqualTo(body);
    }
  }

  private List<AuditEntry> acts() {
    return rest.operations.identities().dossier(new Identity(rest.consumer, "1")).acts().stream()
        .map(AuditEntry.Line::entry)
        .toList();
  }
}
