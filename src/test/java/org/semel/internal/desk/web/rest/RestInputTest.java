// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.internal.desk.web.rest.RestWorld.assertProblem;
import static org.semel.internal.desk.web.rest.RestWorld.key;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.Code;
import org.semel.internal.desk.web.rest.call.Role;

/** Whatever is sent, there is one clear problem, and nothing is done. */
class RestInputTest {

  private final RestWorld rest = new RestWorld();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/parked",
        "/parked?consumer=",
        "/parked?consumer=CONSUMER&limit=0",
        "/parked?consumer=CONSUMER&limit=501",
        "/parked?consumer=CONSUMER&limit=many",
        "/parked?consumer=CONSUMER&after=-1",
        "/parked?consumer=CONSUMER&after=99999999999999999999",
        "/parked?consumer=CONSUMER&since=yesterday",
        "/parked?consumer=CONSUMER&consumer=other",
        "/parked?consumer=CONSUMER&offset=100",
        "/parked?consumer=%",
        "/parked?consumer=%zz",
        "/parked?consumer=%ff%fe",
        "/parked?consumer=%00",
        "/parked?consumer=a%E2%80%AEb",
        "/parked/abc",
        "/parked/1.5",
        "/intents/1234",
        "/intents?destination=d&after=stale",
        "/intents?destination=d&messageId=x",
        "/intents?destination=..%2F..%2F",
        "/identities?consumer=CONSUMER",
        "/find",
        "/audit?before=x",
        "/audit?act=RELASE",
        "/audit?act=UNKNOWN",
        "/audit?since=yesterday",
        "/%2e%2e/%00"
      })
  void aMalformedViewIsAnsweredWithOneProblem(String target) {
    RestReply reply = rest.get(target.replace("CONSUMER", rest.consumer), Role.ADMIN, Role.PAYLOAD);
    assertThat(reply.status()).as(reply.text()).isIn(400, 404);
    assertThat(reply.headers().get("Content-Type")).startsWith("application/problem+json");
    assertThat(rest.failures).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "\"why\"",
        "{",
        "{\"why\":\"x\"} {}",
        "{\"why\":\"x\",}",
        "{}",
        "{\"why\":\"\"}",
        "{\"why\":\"   \"}",
        "{\"why\":null}",
        "{\"why\":1}",
        "{\"why\":{\"a\":1}}",
        "{\"why\":[[[[\"x\"]]]]}",
        "{\"why\":\"x\",\"why\":\"y\"}",
        "{\"why\":\"x\",\"force\":\"yes\"}",
        "{\"why\":\"a\\u0000b\"}",
        "{\"why\":\"a\\u001bb\"}",
        "{\"why\":\"a\\u202eb\"}",
        "{\"why\":\"a\\u2066b\"}",
        "{\"why\":\"a\\ud800b\"}"
      })
  void aMalformedActIsAnsweredWithOneProblemAndDoesNothing(String json) {
    long id = rest.parked("1");
    String key = key();
    String target = "/parked/" + id + "/release";
    assertProblem(rest.post(target, json, key), 400, Code.REQUEST_INVALID);
    assertThat(rest.effects).isEmpty();
    assertThat(rest.failures).isEmpty();
    assertThat(rest.post(target, "{\"why\":\"x\"}", key).status())
        .as("the key is free")
        .isEqualTo(200);
  }

  @Test
  void aReasonOfTooManyCharactersIsRefusedAndOneOfAMegabyteIsNotEvenRead() {
    long id = rest.parked("1");
    String target = "/parked/" + id + "/release";
    String tooLong = "{\"why\":\"" + "x".repeat(2_001) + "\"}";
    assertProblem(rest.post(target, tooLong, key()), 400, Code.REQUEST_INVALID);
    String huge = "{\"why\":\"" + "x".repeat(1 << 20) + "\"}";
    assertProblem(rest.post(target, huge, key()), 413, Code.REQUEST_INVALID);
    String deep = "{\"why\":" + "[".repeat(60_000) + "}";
    assertProblem(rest.post(target, deep, key()), 400, Code.REQUEST_INVALID);
    String number = "{\"why\":\"x\",\"most\":1e999999999}";
    assertProblem(rest.post(target, number, key()), 400, Code.REQUEST_INVALID);
    assertThat(rest.effects).isEmpty();
    assertThat(rest.failures).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "ä", "\"a\"b\""})
  void aKeyOfOtherCharactersIsRefused(String key) {
    assertProblem(
        rest.post("/parked/1/release", "{\"why\":\"x\"}", key), 400, Code.REQUEST_INVALID);
    String tooLong = "k".repeat(201);
    assertProblem(
        rest.post("/parked/1/release", "{\"why\":\"x\"}", tooLong), 400, Code.REQUEST_INVALID);
  }

  @Test
  void aMisspeltConsumerIsToldFromOneWithoutMessages() {
    String target = "/parked?consumer=";
    assertThat(rest.get(target + rest.consumer, Role.VIEWER).status()).isEqualTo(200);
    RestReply misspelt = rest.get(target + "nobody", Role.VIEWER);
    assertProblem(misspelt, 404, Code.NOTHING_THERE);
    assertThat(RestWorld.json(misspelt).getString("detail")).contains(rest.consumer);
  }

  @Test
  void whatTerminalsAndPagesActUponStandsAsAnEscape() {
    rest.parked("\u202eevil\u200b<script>");
    String text = rest.get("/parked?consumer=" + rest.consumer, Role.VIEWER).text();
    assertThat(text).contains("\\u202eevil\\u200b").doesNotContain("\u202e");
  }
}
