// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.internal.desk.web.rest.RestWorld.assertProblem;
import static org.semel.internal.desk.web.rest.RestWorld.json;
import static org.semel.internal.desk.web.rest.RestWorld.key;

import jakarta.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.Code;
import org.semel.internal.desk.operate.pause.Pauses.Presence;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.operations.PauseActs.Target;

/** Pausing and resuming over HTTP. */
class RestPausesTest {

  private static final String KEPT = "{\"kept\": true, \"why\": \"the price list is wrong\"}";
  private static final String WHY = "{\"why\": \"the price list is mended\"}";

  private final RestWorld rest = new RestWorld();
  private final String consumer = "/consumers/" + rest.consumer;

  @Test
  void aPauseIsSeenWithWhoAndWhyUntilItIsResumed() {
    RestReply paused = rest.post(consumer + "/pause", KEPT, key());
    assertThat(paused.status()).as(paused.text()).isEqualTo(200);
    assertThat(json(paused).getString("is")).isEqualTo("Paused");
    JsonObject pause = ours().get(0);
    assertThat(pause.getJsonObject("target").getString("kind")).isEqualTo("CONSUMER");
    assertThat(pause.getBoolean("kept")).isTrue();
    assertThat(pause.getJsonObject("by").getString("who")).isEqualTo("ann");
    assertThat(pause.getJsonObject("by").getString("why")).isEqualTo("the price list is wrong");
    assertThat(rest.post(consumer + "/resume", WHY, key()).status()).isEqualTo(200);
    assertThat(ours()).isEmpty();
  }

  @Test
  void aDestinationIsPausedLikewise() {
    Target destination = Target.destination("d-" + key());
    rest.world.know(destination, Presence.RUN_BY_NODES);
    String path = "/destinations/" + destination.name();
    assertThat(rest.post(path + "/pause", KEPT, key()).status()).isEqualTo(200);
    assertThat(rest.post(path + "/resume", WHY, key()).status()).isEqualTo(200);
  }

  @Test
  void theSecondPauseIsToldOfTheFirstAndOneWhichIsNotThereCannotBeResumed() {
    assertProblem(rest.post(consumer + "/resume", WHY, key()), 409, Code.ACT_NOT_POSSIBLE);
    assertThat(rest.post(consumer + "/pause", KEPT, key()).status()).isEqualTo(200);
    RestReply second = rest.post(consumer + "/pause", KEPT, key());
    assertProblem(second, 409, Code.ACT_NOT_POSSIBLE);
    assertThat(json(second).getString("is")).isEqualTo("AlreadyPaused");
    assertThat(json(second).getJsonObject("pause").getJsonObject("by").getString("who"))
        .isEqualTo("ann");
  }

  @Test
  void theSameRequestUnderOneKeyPausesOnce() {
    String key = key();
    RestReply first = rest.post(consumer + "/pause", KEPT, key);
    assertThat(rest.post(consumer + "/resume", WHY, key()).status()).isEqualTo(200);
    assertThat(rest.post(consumer + "/pause", KEPT, key)).isEqualTo(first);
    assertThat(ours()).as("resumed meanwhile, and not paused again by a repeat").isEmpty();
  }

  @Test
  void aNameThatNobodyKnowsIsNotThere() {
    assertProblem(rest.post("/consumers/nobody/pause", KEPT, key()), 404, Code.NOTHING_THERE);
    assertProblem(rest.post("/destinations/nobody/resume", WHY, key()), 404, Code.NOTHING_THERE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"why\": \"x\"}",
        "{\"kept\": 1, \"why\": \"x\"}",
        "{\"kept\": \"yes\", \"why\": \"x\"}",
        "{\"kept\": null, \"why\": \"x\"}",
        "{\"kept\": true}",
        "{\"kept\": true, \"why\": true}"
      })
  void whatSaysNotWhetherItIsKeptOrWhyIsRefused(String body) {
    assertProblem(rest.post(consumer + "/pause", body, key()), 400, Code.REQUEST_INVALID);
    assertThat(ours()).isEmpty();
  }

  @Test
  void theCommandLineSaysTrueAsAText() {
    String text = "{\"kept\": \"false\", \"why\": \"x\"}";
    assertThat(rest.post(consumer + "/pause", text, key()).status()).isEqualTo(200);
    assertThat(ours().get(0).getBoolean("kept")).isFalse();
  }

  @Test
  void aViewerPausesNothing() {
    assertProblem(rest.post(consumer + "/pause", KEPT, key(), Role.VIEWER), 403, Code.ROLE_MISSING);
    assertThat(rest.get("/pauses", Role.VIEWER).status()).isEqualTo(200);
  }

  private List<JsonObject> ours() {
    return json(rest.get("/pauses", Role.VIEWER)).getJsonArray("items").stream()
        .map(item -> item.asJsonObject())
        .filter(pause -> pause.getJsonObject("target").getString("name").equals(rest.consumer))
        .toList();
  }
}
