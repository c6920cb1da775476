// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.internal.desk.web.rest.RestWorld.assertProblem;
import static org.semel.internal.desk.web.rest.RestWorld.json;
import static org.semel.internal.desk.web.rest.RestWorld.key;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.Code;
import org.semel.internal.desk.web.rest.call.Role;

/** Whatever key a message has, it can be named, and is shown so that it does nothing. */
class RestKeysTest {

  private static final String WHY = "{\"why\":\"x\"}";

  private final RestWorld rest = new RestWorld();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "left\u200emark",
        "turned\u202earound",
        "\u202aembedded\u202c",
        "\u2066isolated\u2069",
        "soft\u00adhyphen",
        "\ufeffmarked",
      })
  void aKeyWithCharactersThatMisleadIsFoundReleasedWithdrawnAndForgotten(String key) {
    long released = rest.parked(key, "a", "x");
    JsonObject dossier = shown("/identities?" + query("key", key));
    assertThat(dossier.getJsonArray("parked")).hasSize(1);
    assertThat(dossier.getJsonObject("identity").getString("key")).isEqualTo(key);
    assertThat(shown("/find?q=" + encoded(key)).getJsonArray("items")).isNotEmpty();
    act("/parked/" + released + "/release", WHY);
    assertThat(rest.effects).containsExactly(key);
    act("/identities/forget", named(key));
    long withdrawn = rest.parked(key, "a", "x");
    act("/parked/" + withdrawn + "/withdraw", WHY);
    assertThat(rest.failures).isEmpty();
  }

  @Test
  void messagesAreSelectedAndPlannedByKeysWithMarksOfDirection() {
    long id = rest.parked("turned\u202earound", "a", "x");
    rest.parked("turnedaround", "a", "x");
    List<Integer> found =
        shown("/parked?" + query("keys", "turned\u202earound")).getJsonArray("items").stream()
            .map(item -> item.asJsonObject().getInt("id"))
            .toList();
    assertThat(found).containsExactly((int) id);
    String plan =
        Json.createObjectBuilder()
            .add("owner", rest.consumer)
            .add("source", "PARKED")
            .add("most", 9)
            .add("keys", "turned\u202earound")
            .add("why", "x")
            .build()
            .toString();
    RestReply frozen = rest.post("/plans", plan, key());
    assertThat(frozen.status()).as(frozen.text()).isEqualTo(200);
    assertThat(json(frozen).getJsonObject("plan").getJsonObject("progress").getInt("size"))
        .isEqualTo(1);
  }

  /** No message has such a key: one that comes with it is parked for that. */
  @ParameterizedTest
  @ValueSource(strings = {"a\u0000b", "\u001b[31mred", "\u0085"})
  void aKeyThatNoMessageCanHaveIsRefused(String key) {
    assertProblem(
        rest.get("/identities?" + query("key", key), Role.VIEWER), 400, Code.REQUEST_INVALID);
    assertProblem(rest.get("/find?q=" + encoded(key), Role.VIEWER), 400, Code.REQUEST_INVALID);
  }

  /** A person means it, and whoever reads the audit shall read what was meant. */
  @Test
  void aReasonThatTurnsTheDirectionOfWritingIsRefused() {
    long id = rest.parked("1");
    assertProblem(
        rest.post("/parked/" + id + "/release", "{\"why\":\"a\\u202eb\"}", key()),
        400,
        Code.REQUEST_INVALID);
  }

  private JsonObject shown(String target) {
    RestReply reply = rest.get(target, Role.VIEWER);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    assertThat(reply.text().codePoints())
        .as("nothing acts upon who reads it")
        .noneMatch(c -> Character.getType(c) == Character.FORMAT || Character.isISOControl(c));
    return json(reply);
  }

  private void act(String target, String body) {
    RestReply reply = rest.post(target, body, key(), Role.OPERATOR, Role.ADMIN);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
  }

  private String query(String name, String key) {
    return "consumer=" + rest.consumer + "&" + name + "=" + encoded(key);
  }

  private String named(String key) {
    return Json.createObjectBuilder()
        .add("consumer", rest.consumer)
        .add("key", key)
        .add("why", "x")
        .build()
        .toString();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
