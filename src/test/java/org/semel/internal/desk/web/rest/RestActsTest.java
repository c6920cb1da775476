// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.internal.desk.web.rest.RestWorld.assertProblem;
import static org.semel.internal.desk.web.rest.RestWorld.json;
import static org.semel.internal.desk.web.rest.RestWorld.key;

import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.send.Intent;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Origin;
import org.semel.operations.AuditEntry;
import org.semel.operations.ParkedCase;
import org.semel.small.SmallServer;

/** Acts over HTTP: each acts once, and answers as things are. */
class RestActsTest {

  private static final String WHY = "{\"why\": \"the price list is mended\"}";

  private final RestWorld rest = new RestWorld();

  @Test
  void aReleaseTakesEffectAndStandsInTheAuditUnderTheCallersName() {
    long id = rest.parked("1");
    RestReply reply = rest.post("/parked/" + id + "/release", WHY, key());
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    assertThat(json(reply).getString("is")).isEqualTo("TookEffect");
    assertThat(rest.effects).containsExactly("1");
    assertThat(acts("1"))
        .extracting(entry -> entry.by().who() + " " + entry.act() + ": " + entry.by().why())
        .containsExactly("ann RELEASE: the price list is mended");
  }

  @Test
  void anActUponWhatHasChangedSinceItWasShownDoesNothing() {
    long id = rest.parked("1");
    long seen =
        json(rest.get("/parked/" + id, Role.VIEWER))
            .getJsonObject("standing")
            .getJsonNumber("version")
            .longValue();
    String later = "{\"why\": \"it is mended\", \"version\": %d}".formatted(seen + 1);
    for (String act : List.of("release", "withdraw")) {
      RestReply changed = rest.post("/parked/" + id + "/" + act, later, key());
      assertProblem(changed, 409, Code.ACT_NOT_POSSIBLE);
      assertThat(json(changed).getString("is")).isEqualTo("Changed");
    }
    assertThat(rest.effects).isEmpty();
    String asShown = "{\"why\": \"it is mended\", \"version\": %d}".formatted(seen);
    assertThat(rest.post("/parked/" + id + "/release", asShown, key()).status()).isEqualTo(200);
    assertThat(rest.effects).containsExactly("1");
  }

  @Test
  void theSameRequestUnderTheSameKeyIsAnsweredAgainAndActsOnce() {
    long id = rest.parked("1");
    String key = key();
    RestReply first = rest.post("/parked/" + id + "/release", WHY, key);
    RestReply again = rest.post("/parked/" + id + "/release", WHY, key);
    assertThat(again).isEqualTo(first);
    assertThat(acts("1")).hasSize(1);
    RestReply quoted = rest.post("/parked/" + id + "/release", WHY, '"' + key + '"');
    assertThat(quoted).as("a structured field").isEqualTo(first);
    assertProblem(rest.post("/parked/" + id + "/release", WHY, key()), 409, Code.ACT_NOT_POSSIBLE);
  }

  @Test
  void anotherRequestUnderAKeyIsRefusedAndSoIsAnotherReason() {
    long one = rest.parked("1");
    long other = rest.parked("2");
    String key = key();
    assertThat(rest.post("/parked/" + one + "/release", WHY, key).status()).isEqualTo(200);
    assertProblem(rest.post("/parked/" + other + "/release", WHY, key), 422, Code.KEY_REUSED);
    assertProblem(
        rest.post("/parked/" + one + "/release", "{\"why\":\"another\"}", key),
        422,
        Code.KEY_REUSED);
    assertThat(rest.effects).containsExactly("1");
  }

  /** Staged: the route of the first one waits until the second one has been answered. */
  @Test
  void ofTwoAtOnceUnderOneKeyOneActsAndTheOtherIsToldToWait() throws Exception {
    long id = rest.parked("1");
    String key = key();
    CountDownLatch inRoute = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    rest.route =
        (message, identity) -> {
          inRoute.countDown();
          assertThat(goOn.await(3, TimeUnit.MINUTES)).isTrue();
        };
    CompletableFuture<RestReply> first =
        CompletableFuture.supplyAsync(() -> rest.post("/parked/" + id + "/release", WHY, key));
    assertThat(inRoute.await(3, TimeUnit.MINUTES)).isTrue();
    RestReply second = rest.post("/parked/" + id + "/release", WHY, key);
    goOn.countDown();
    assertProblem(second, 409, Code.REQUEST_IN_WORK);
    assertThat(second.headers()).containsKey("Retry-After");
    assertThat(first.get(3, TimeUnit.MINUTES).status()).isEqualTo(200);
    assertThat(rest.post("/parked/" + id + "/release", WHY, key)).isEqualTo(first.join());
    assertThat(rest.effects).containsExactly("1");
  }

  @Test
  void ofManyAtOnceUnderOneKeyOneActs() {
    long id = rest.parked("1");
    String key = key();
    List<CompletableFuture<RestReply>> clicks =
        IntStream.range(0, 8)
            .mapToObj(
                click ->
                    CompletableFuture.supplyAsync(
                        () -> rest.post("/parked/" + id + "/release", WHY, key)))
            .toList();
    assertThat(clicks.stream().map(CompletableFuture::join).map(RestReply::status))
        .contains(200)
        .isSubsetOf(200, 409);
    assertThat(rest.effects).containsExactly("1");
    assertThat(acts("1")).hasSize(1);
  }

  /** As after the end of a server between the act and its answer: never done again by guess. */
  @Test
  void aKeyWhoseServerDiedIsNeverActedUponAgain() {
    long id = rest.parked("1");
    String key = key();
    assertThat(rest.post("/parked/" + id + "/withdraw", WHY, key).status()).isEqualTo(200);
    SmallServer.shared()
        .postgres()
        .execute("UPDATE semel_request SET status = NULL, answer = NULL WHERE key = '" + key + "'");
    assertProblem(rest.post("/parked/" + id + "/withdraw", WHY, key), 409, Code.REQUEST_IN_WORK);
  }

  @Test
  void whatAnotherOperatorHasInHandCanBeTriedAgainUnderTheSameKey() throws Exception {
    long id = rest.parked("1");
    CountDownLatch inRoute = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    rest.route =
        (message, identity) -> {
          inRoute.countDown();
          assertThat(goOn.await(3, TimeUnit.MINUTES)).isTrue();
        };
    CompletableFuture<RestReply> first =
        CompletableFuture.supplyAsync(() -> rest.post("/parked/" + id + "/release", WHY, key()));
    assertThat(inRoute.await(3, TimeUnit.MINUTES)).isTrue();
    String key = key();
    RestReply busy = rest.post("/parked/" + id + "/withdraw", WHY, key);
    assertProblem(busy, 409, Code.ACT_NOT_POSSIBLE);
    assertThat(busy.headers()).containsKey("Retry-After");
    goOn.countDown();
    assertThat(first.get(3, TimeUnit.MINUTES).status()).isEqualTo(200);
    RestReply settled = rest.post("/parked/" + id + "/withdraw", WHY, key);
    assertProblem(settled, 409, Code.ACT_NOT_POSSIBLE);
    assertThat(json(settled).getString("is")).isEqualTo("AlreadySettled");
  }

  @Test
  void aRouteThatFailsIsToldWithoutItsWords() {
    long id = rest.parked("1");
    rest.route =
        (message, identity) -> {
          throw new IllegalStateException("card 4711 of Ann Smith");
        };
    RestReply reply = rest.post("/parked/" + id + "/release", WHY, key());
    assertProblem(reply, 422, Code.ACT_FAILED);
    assertThat(json(reply).getString("kind")).isEqualTo("java.lang.IllegalStateException");
    assertThat(json(reply).getString("detail"))
        .as("the failure is noted, and a route may do what no transaction undoes")
        .doesNotContain("Nothing was changed")
        .contains("is undone", "is noted", "is not known");
    assertThat(reply.text()).doesNotContain("4711");
  }

  @Test
  void aMessageOfAConsumerThatRunsElsewhereIsPlannedOnceForANodeThatRunsIt() {
    RestWorld other = new RestWorld();
    long id = other.parked("1");
    String key = key();
    RestReply planned = rest.post("/parked/" + id + "/release", WHY, key);
    assertThat(planned.status()).as(planned.text()).isEqualTo(202);
    assertThat(json(planned).getString("is")).isEqualTo("Planned");
    assertThat(rest.post("/parked/" + id + "/release", WHY, key).text()).isEqualTo(planned.text());
    String plan = "/plans/" + json(planned).getInt("plan");
    JsonObject progress = json(rest.get(plan, Role.VIEWER)).getJsonObject("progress");
    assertThat(progress.getString("state")).isEqualTo("RUNNING");
    assertThat(progress.getInt("size")).isEqualTo(1);
    assertProblem(rest.post(plan + "/rehearse", "{}", key()), 421, Code.RUNS_ELSEWHERE);
  }

  @Test
  void whatIsSettledIsAConflictWhereverItsConsumerRuns() {
    RestWorld other = new RestWorld();
    long id = other.parked("1");
    assertThat(other.post("/parked/" + id + "/withdraw", WHY, key()).status()).isEqualTo(200);
    RestReply reply = rest.post("/parked/" + id + "/release", WHY, key());
    assertProblem(reply, 409, Code.ACT_NOT_POSSIBLE);
    assertThat(json(reply).getString("state")).isEqualTo("WITHDRAWN");
  }

  @Test
  void aPlanThatIsPausedIsToldAndNotPromised() {
    long id = new RestWorld().parked("1");
    RestReply planned = rest.post("/parked/" + id + "/release", WHY, key());
    int plan = json(planned).getInt("plan");
    assertThat(rest.post("/plans/" + plan + "/pause", WHY, key()).status()).isEqualTo(200);
    RestReply again = rest.post("/parked/" + id + "/release", WHY, key());
    assertProblem(again, 409, Code.ACT_NOT_POSSIBLE);
    assertThat(json(again).getInt("plan")).isEqualTo(plan);
    assertThat(json(again).getString("state")).isEqualTo("PAUSED");
    assertThat(json(again).getString("detail")).contains("Plan " + plan, "resume", "withdraw");
  }

  @Test
  void aPlanAboveTheLimitIsStartedByAnAdminOnly() {
    for (int i = 0; i <= RestWorld.LIMIT; i++) {
      rest.parked(String.valueOf(i));
    }
    String freeze =
        "{\"owner\":\"%s\",\"source\":\"PARKED\",\"most\":100,\"why\":\"mended\"}"
            .formatted(rest.consumer);
    RestReply frozen = rest.post("/plans", freeze, key());
    assertThat(frozen.status()).as(frozen.text()).isEqualTo(200);
    long plan = json(frozen).getJsonObject("plan").getJsonNumber("id").longValue();
    assertThat(rest.post("/plans/" + plan + "/rehearse", "{}", key()).status()).isEqualTo(200);
    String start = "/plans/" + plan + "/start";
    String key = key();
    assertProblem(rest.post(start, WHY, key), 403, Code.ROLE_MISSING);
    assertThat(rest.post(start, WHY, key, Role.ADMIN).status())
        .as("nothing was taken")
        .isEqualTo(200);
    assertThat(rest.post("/plans/" + plan + "/pause", WHY, key()).status()).isEqualTo(200);
    assertProblem(rest.post("/plans/" + plan + "/resume", WHY, key()), 403, Code.ROLE_MISSING);
    assertThat(rest.post("/plans/" + plan + "/withdraw", WHY, key()).status()).isEqualTo(200);
    assertProblem(rest.post(start, WHY, key(), Role.ADMIN), 409, Code.ACT_NOT_POSSIBLE);
  }

  @Test
  void theNextPlanOfKeptMessagesBeginsBehindTheLastOneOfThePlanBefore() {
    long first = rest.kept("1", "a");
    long second = rest.kept("2", "a");
    assertThat(lastOf(keptPlan(0))).isEqualTo(first);
    assertThat(lastOf(keptPlan(first))).isEqualTo(second);
    assertProblem(keptPlan(second), 404, Code.NOTHING_THERE);
    assertProblem(rest.get("/plans/999999999/last", Role.VIEWER), 404, Code.NOTHING_THERE);
  }

  private RestReply keptPlan(long after) {
    String json =
        "{\"owner\":\"%s\",\"source\":\"KEPT\",\"most\":1,\"after\":%d,\"why\":\"rebuilt\"}";
    return rest.post("/plans", json.formatted(rest.consumer, after), key());
  }

  private long lastOf(RestReply frozen) {
    assertThat(frozen.status()).as(frozen.text()).isEqualTo(200);
    int plan = json(frozen).getJsonObject("plan").getInt("id");
    RestReply last = rest.get("/plans/" + plan + "/last", Role.VIEWER);
    assertThat(last.status()).as(last.text()).isEqualTo(200);
    return json(last).getJsonNumber("last").longValue();
  }

  @Test
  void aForgottenIdentityTakesEffectAgain() {
    long id = rest.parked("1");
    String forget =
        "{\"consumer\":\"%s\",\"key\":\"1\",\"why\":\"undone by hand\"}".formatted(rest.consumer);
    RestReply held = rest.post("/identities/forget", forget, key(), Role.ADMIN);
    assertProblem(held, 409, Code.ACT_NOT_POSSIBLE);
    assertThat(json(held).getInt("id")).isEqualTo(id);
    assertThat(rest.post("/parked/" + id + "/release", WHY, key()).status()).isEqualTo(200);
    assertThat(rest.post("/identities/forget", forget, key(), Role.ADMIN).status()).isEqualTo(200);
    assertProblem(
        rest.post("/identities/forget", forget, key(), Role.ADMIN), 404, Code.NOTHING_THERE);
  }

  @Test
  void pageAfterPageShowsEveryWaitingMessageOnce() {
    Set<Long> all = new HashSet<>();
    for (int i = 0; i < 7; i++) {
      all.add(rest.parked(String.valueOf(i)));
    }
    Set<Long> seen = new HashSet<>();
    Optional<String> target = Optional.of("/parked?consumer=" + rest.consumer + "&limit=3");
    while (target.isPresent()) {
      RestReply page = rest.get(target.get(), Role.VIEWER);
      assertThat(page.status()).as(page.text()).isEqualTo(200);
      json(page)
          .getJsonArray("items")
          .forEach(
              item ->
                  assertThat(seen.add(item.asJsonObject().getJsonNumber("id").longValue()))
                      .isTrue());
      target = Optional.ofNullable(json(page).getString("next", null));
    }
    assertThat(seen).isEqualTo(all);
  }

  @Test
  void aPageOfAFilterGoesOnWithThatFilter() {
    for (int i = 0; i < 3; i++) {
      rest.parked(String.valueOf(i));
    }
    String target =
        "/parked?consumer="
            + rest.consumer
            + "&limit=1&reason=ATTEMPTS_EXHAUSTED&since=2020-01-01T00:00:00Z";
    String next = json(rest.get(target, Role.VIEWER)).getString("next");
    assertThat(next).contains("reason=ATTEMPTS_EXHAUSTED").contains("since=2020");
    assertThat(json(rest.get(next, Role.VIEWER)).getJsonArray("items")).hasSize(1);
    String none = "/parked?consumer=" + rest.consumer + "&reason=CONFLICT";
    assertThat(json(rest.get(none, Role.VIEWER)).getJsonArray("items")).isEmpty();
  }

  @Test
  void whatFailedAlikeIsListedShownAndFrozenAsOneGroup() {
    Failure tariff = new Failure("NoTariff", "BER-LIS", "NoTariff at com.shop.Tariffs.of");
    rest.parked("1", "a", tariff);
    rest.parked("2", "b", tariff);
    rest.parked("3", "c", "no group is known");
    JsonArray groups =
        json(rest.get("/failure-groups?consumer=" + rest.consumer, Role.VIEWER))
            .getJsonArray("items");
    assertThat(groups).hasSize(2);
    assertThat(groups.getJsonObject(0).getString("group")).isEqualTo(tariff.group());
    assertThat(groups.getJsonObject(0).getInt("rows")).isEqualTo(2);
    assertThat(groups.getJsonObject(1)).doesNotContainKey("group");
    String alike =
        "/parked?consumer=" + rest.consumer + "&limit=1&group=NoTariff%20at%20com.shop.Tariffs.of";
    String next = json(rest.get(alike, Role.VIEWER)).getString("next");
    assertThat(json(rest.get(next, Role.VIEWER)).getJsonArray("items")).hasSize(1);
    RestReply frozen =
        rest.post(
            "/plans",
            "{\"owner\":\"%s\",\"source\":\"PARKED\",\"most\":9,\"group\":\"%s\",\"why\":\"w\"}"
                .formatted(rest.consumer, tariff.group()),
            key());
    assertThat(json(frozen).getJsonObject("plan").getJsonObject("progress").getInt("size"))
        .as(frozen.text())
        .isEqualTo(2);
    assertProblem(
        rest.get("/failure-groups?consumer=misspelt", Role.VIEWER), 404, Code.NOTHING_THERE);
  }

  @Test
  void whatIsLookedForIsFoundByKeyNumberOrMessageId() {
    long id = rest.parked("order-" + key());
    ParkedCase found = rest.operations.parked().show(id, 0).orElseThrow();
    Identity identity = found.evidence().identity().orElseThrow();
    assertThat(found(String.valueOf(id))).contains("/parked/" + id);
    assertThat(found(identity.key()))
        .contains("/identities?consumer=" + rest.consumer + "&key=" + identity.key());
    assertThat(found(found.message().origin().messageId())).contains("/parked/" + id);
    assertThat(found("nothing-has-this-key")).isEmpty();
  }

  @Test
  void whatWasKeptIsFoundByItsMessageId() {
    String messageId = "ID:" + key();
    Message message = new Message(Headers.none(), Body.none(), new Origin("orders", messageId, 1));
    rest.world.act(
        () -> {
          rest.world.memory().bodies().keep(new Identity(rest.consumer, key()), message);
          rest.world.memory().bodies().flush();
          return message;
        });
    assertThat(found(messageId))
        .containsExactly("/kept/" + rest.operations.kept().last(rest.consumer));
  }

  @Test
  void anIntentIsFoundByWhatItsProviderCallsTheEffect() {
    String key = key();
    Intent intent =
        new Intent(
            new Identity(rest.consumer, key),
            new Intent.Address(RestWorld.MAIL, 0),
            Headers.none(),
            Body.none());
    rest.world.act(
        () -> {
          rest.world.memory().intents().record(intent);
          return intent;
        });
    String json = "{\"why\": \"it is on the list\", \"reference\": \"receipt-%s\"}".formatted(key);
    assertThat(rest.post("/intents/" + intent.key() + "/delivered", json, key()).status())
        .isEqualTo(200);
    assertThat(found("receipt-" + key)).containsExactly("/intents/" + intent.key());
  }

  private List<String> found(String text) {
    return json(rest.get("/find?q=" + text, Role.VIEWER)).getJsonArray("items").stream()
        .map(hit -> hit.asJsonObject().getString("target"))
        .toList();
  }

  private List<AuditEntry> acts(String key) {
    return rest.operations.identities().dossier(new Identity(rest.consumer, key)).acts().stream()
        .map(AuditEntry.Line::entry)
        .toList();
  }
}
