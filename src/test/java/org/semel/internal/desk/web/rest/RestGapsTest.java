// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.internal.desk.web.rest.RestWorld.assertProblem;
import static org.semel.internal.desk.web.rest.RestWorld.json;

import jakarta.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.internal.desk.web.rest.call.CallResult;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.rows.Versions.HeldMessage;
import org.semel.internal.engine.receive.rows.Versions.Place;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.operations.GapActs.Loss;

/** Missing versions over HTTP: of a consumer, and of one aggregate. */
class RestGapsTest {

  private final RestWorld rest = new RestWorld();

  @Test
  void theGapOfOneAggregateIsToldHoweverManyOthersThereAre() {
    List<String> keys = List.of("a", "b", "c");
    keys.forEach(this::hasAGap);
    assertThat(gaps("")).containsExactlyInAnyOrderElementsOf(keys);
    assertThat(gaps("&limit=1")).hasSize(1);
    for (String key : keys) {
      assertThat(gaps("&limit=1&key=" + key)).containsExactly(key);
    }
    assertThat(gaps("&key=d")).isEmpty();
    assertProblem(rest.get("/gaps?consumer=misspelt&key=a", Role.VIEWER), 404, Code.NOTHING_THERE);
  }

  @Test
  void aListOfGapsGoesOnBehindItsLastPlace() {
    List<String> keys = List.of("a", "b", "c", "d", "e");
    keys.forEach(this::hasAGap);
    List<String> seen = new ArrayList<>();
    Optional<String> next = Optional.of("/gaps?consumer=" + rest.consumer + "&limit=2");
    while (next.isPresent()) {
      JsonObject page = json(rest.get(next.get(), Role.VIEWER));
      page.getJsonArray("items").getValuesAs(JsonObject.class).stream()
          .map(gap -> gap.getJsonObject("aggregate").getString("key"))
          .forEach(seen::add);
      next = Optional.ofNullable(page.getString("next", null));
    }
    assertThat(seen).isEqualTo(keys);
    assertProblem(
        rest.get("/gaps?consumer=" + rest.consumer + "&after=17", Role.VIEWER),
        400,
        Code.REQUEST_INVALID);
  }

  @Test
  void aVersionThatIsNotLostIsSaidWhereItIs() {
    RestReply parked = Replies.of(new CallResult.Performed(new Loss.StillParked(3, 17)));
    assertProblem(parked, 409, Code.ACT_NOT_POSSIBLE);
    assertThat(json(parked).getString("detail")).contains("Version 3", "number 17");
    Identity identity = new Identity(rest.consumer, "a/3");
    RestReply stored = Replies.of(new CallResult.Performed(new Loss.StillStored(3, identity)));
    assertThat(json(stored).getString("detail")).contains("Version 3", "stored as a/3");
    assertThat(json(stored).getJsonObject("identity").getString("key")).isEqualTo("a/3");
  }

  private List<String> gaps(String more) {
    RestReply reply = rest.get("/gaps?consumer=" + rest.consumer + more, Role.VIEWER);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return json(reply).getJsonArray("items").stream()
        .map(gap -> gap.asJsonObject().getJsonObject("aggregate").getString("key"))
        .toList();
  }

  /** Its version 3 waits for the two before it. */
  private void hasAGap(String key) {
    Identity aggregate = new Identity(rest.consumer, key);
    Message later = Messages.keyed(key + "-3", "a", 1);
    Offer offer =
        new Offer(new Identity(rest.consumer, key + "-3"), FingerprintProfile.EXACT.of(later));
    rest.world.act(
        () -> {
          rest.world.versions().lock(Map.of(aggregate, 0L));
          return rest.world
              .versions()
              .hold(List.of(new HeldMessage(new Place(aggregate, 3), offer, later)));
        });
  }
}
