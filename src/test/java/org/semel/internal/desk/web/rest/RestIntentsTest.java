// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.internal.desk.web.rest.RestWorld.assertProblem;
import static org.semel.internal.desk.web.rest.RestWorld.json;
import static org.semel.internal.desk.web.rest.RestWorld.key;

import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.internal.desk.web.rest.call.Caller;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.internal.desk.web.rest.call.Scope;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.Settlement.IntentParkingReason;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/** Intents and messages that are listed, and planned by the same filter. */
class RestIntentsTest {

  private static final Duration LIFE = Duration.ofMinutes(5);

  private final RestWorld rest = new RestWorld();
  private final Destination bank = new Destination("bank-" + UUID.randomUUID());

  @Test
  void whatWasAnsweredAlikeIsListedShownAndFrozenAsOneGroup() {
    parked("1", "HTTP status 422");
    parked("2", "HTTP status 422");
    parked("3", "java.net.SocketTimeoutException");
    JsonArray groups = items("/intent-groups?destination=" + bank.name());
    assertThat(groups).hasSize(2);
    assertThat(groups.getJsonObject(0).getString("group")).isEqualTo("HTTP status 422");
    assertThat(groups.getJsonObject(0).getInt("rows")).isEqualTo(2);
    assertThat(groups.getJsonObject(0).getString("reason")).isEqualTo("REFUSED");
    String alike = "/intents?destination=" + bank.name() + "&limit=1&group=HTTP%20status%20422";
    String next = json(rest.get(alike, Role.VIEWER)).getString("next");
    JsonArray second = items(next);
    assertThat(second).hasSize(1);
    assertThat(second.getJsonObject(0).getJsonObject("answers").getString("last"))
        .isEqualTo("HTTP status 422");
    assertThat(frozen("RETRY_INTENTS", bank.name(), "\"group\":\"HTTP status 422\"")).isEqualTo(2);
  }

  @Test
  void intentsAreListedByTheirStateAndParkedOnesUnlessToldOtherwise() {
    parked("1", "HTTP status 422");
    delivered("2");
    delivered("3");
    String list = "/intents?destination=" + bank.name();
    assertThat(causes(list)).isEqualTo(causes(list + "&state=PARKED")).containsExactly("1");
    assertThat(causes(list + "&state=PENDING")).isEmpty();
    String first = list + "&state=DELIVERED&keys=2%0A3&limit=1";
    assertThat(causes(first)).containsExactly("3");
    String next = json(rest.get(first, Role.VIEWER)).getString("next");
    assertThat(next).contains("state=DELIVERED", "keys=");
    assertThat(causes(next)).containsExactly("2");
    record("4");
    JsonObject pending = items(list + "&state=PENDING").getJsonObject(0);
    assertThat(pending.getJsonObject("answers").getJsonObject("sending").getString("due"))
        .isNotEmpty();
    assertThat(causes(list + "&state=PENDING&uncertain=true")).isEmpty();
  }

  /** An empty list must not look like an answer to what was not asked. */
  @Test
  void aConditionThatAStateCannotMeetIsRefused() {
    String list = "/intents?destination=" + bank.name();
    for (String wrong :
        List.of(
            "&state=pending",
            "&state=POSSIBLE",
            "&state=PENDING&reason=REFUSED",
            "&state=DELIVERED&text=x",
            "&uncertain=true",
            "&state=PENDING&uncertain=perhaps")) {
      assertProblem(rest.get(list + wrong, Role.VIEWER), 400, Code.REQUEST_INVALID);
    }
  }

  @Test
  void keysThatAreNamedLineByLineAreListedAndFrozen() {
    parked("a 1", "HTTP status 422");
    parked("b,2", "HTTP status 422");
    parked("c", "HTTP status 422");
    String keys = URLEncoder.encode("a 1\r\n\nb,2\n", StandardCharsets.UTF_8);
    String some = "/intents?destination=" + bank.name() + "&limit=1&keys=" + keys;
    String next = json(rest.get(some, Role.VIEWER)).getString("next");
    assertThat(items(next)).hasSize(1);
    assertThat(frozen("WITHDRAW_INTENTS", bank.name(), "\"keys\":\"a 1\\nb,2\"")).isEqualTo(2);
    rest.parked("a 1");
    rest.parked("c");
    assertThat(items("/parked?consumer=" + rest.consumer + "&keys=" + keys)).hasSize(1);
    assertThat(frozen("PARKED", rest.consumer, "\"keys\":\"c\\nd\"")).isEqualTo(1);
  }

  @Test
  void whatIsPendingIsFrozenByItsKeysAndNotByAReason() {
    record("1");
    record("2");
    String source = "WITHDRAW_PENDING_INTENTS";
    assertThat(frozen(source, bank.name(), "\"keys\":\"2\"")).isEqualTo(1);
    assertProblem(
        rest.post("/plans", plan(source, bank.name(), "\"reason\":\"REFUSED\""), key()),
        400,
        Code.REQUEST_INVALID);
  }

  /** Nobody who pastes an empty list means everything. */
  @Test
  void noKeyIsNotAnyKey() {
    parked("1", "HTTP status 422");
    assertProblem(
        rest.post("/plans", plan("RETRY_INTENTS", bank.name(), "\"keys\":\" \\n\\n\""), key()),
        400,
        Code.REQUEST_INVALID);
  }

  @Test
  void aPlanIsMadeOfTheMessageWithOneMessageId() {
    long id = rest.parked("1");
    rest.parked("2");
    String messageId =
        rest.operations.parked().show(id, 0).orElseThrow().message().origin().messageId();
    assertThat(frozen("PARKED", rest.consumer, "\"messageId\":\"" + messageId + "\""))
        .isEqualTo(items("/parked?consumer=" + rest.consumer + "&messageId=" + messageId).size())
        .isPositive();
    assertProblem(
        rest.post("/plans", plan("RETRY_INTENTS", "d", "\"messageId\":\"ID:1\""), key()),
        400,
        Code.REQUEST_INVALID);
  }

  @Test
  void groupsGoOnBehindTheLastOne() {
    parked("1", "HTTP status 422");
    parked("2", "HTTP status 422");
    parked("3", "HTTP status 400");
    parked("4", "HTTP status 401");
    parked("5", "HTTP_\nstatus 500");
    List<String> all = List.of("HTTP status 422", "HTTP status 400", "HTTP status 401");
    Caller everybody = new Caller("ann", Map.of(Role.VIEWER, new Scope.Everything()));
    Scope ours = new Scope.Named(Set.of(), Set.of(bank.name(), "other"));
    Caller team = new Caller("ann", Map.of(Role.VIEWER, ours));
    String list = "/intent-groups?limit=1";
    assertThat(groups(everybody, list + "&destination=" + bank.name()))
        .startsWith(all.toArray(String[]::new))
        .hasSize(4);
    assertThat(groups(team, list)).startsWith(all.toArray(String[]::new)).hasSize(4);
    for (String wrong : List.of("17", "%25", "MTcKYQ", "eApiCmMKZA")) {
      assertProblem(get(team, list + "&after=" + wrong), 400, Code.REQUEST_INVALID);
    }
  }

  /** A provider may answer anything. */
  @Test
  void groupsGoOnBehindOneWithControlCharacters() {
    parked("1", "\u001b[31mno\u0007");
    parked("2", "no \u202e more");
    parked("3", "yes");
    Caller everybody = new Caller("ann", Map.of(Role.VIEWER, new Scope.Everything()));
    assertThat(groups(everybody, "/intent-groups?limit=1&destination=" + bank.name())).hasSize(3);
  }

  /** What a list of groups shows must be what a list of intents, and a plan, can be asked for. */
  @Test
  void aGroupWithControlCharactersIsListedAndFrozenAsAnyOther() {
    parked("1", "\u001b[31mno\u0007");
    parked("2", "no");
    String group =
        items("/intent-groups?destination=" + bank.name()).getValuesAs(JsonObject.class).stream()
            .map(one -> one.getString("group"))
            .filter(one -> !one.equals("no"))
            .findFirst()
            .orElseThrow();
    String named = URLEncoder.encode(group, StandardCharsets.UTF_8);
    assertThat(causes("/intents?destination=" + bank.name() + "&group=" + named))
        .containsExactly("1");
    String filter = Json.createObjectBuilder().add("group", group).build().toString();
    assertThat(frozen("RETRY_INTENTS", bank.name(), filter.substring(1, filter.length() - 1)))
        .isEqualTo(1);
  }

  /** Those of all pages. */
  private List<String> groups(Caller caller, String target) {
    List<String> seen = new ArrayList<>();
    Optional<String> next = Optional.of(target);
    while (next.isPresent()) {
      JsonObject page = json(get(caller, next.get()));
      page.getJsonArray("items").getValuesAs(JsonObject.class).stream()
          .map(group -> group.getString("group"))
          .forEach(seen::add);
      next = Optional.ofNullable(page.getString("next", null));
    }
    return seen;
  }

  @Test
  void theGroupsOfOtherDestinationsAreNotShownToWhomTheyDoNotConcern() {
    parked("1", "HTTP status 422");
    Scope ours = new Scope.Named(Set.of(), Set.of(bank.name()));
    Caller team = new Caller("ann", Map.of(Role.VIEWER, ours));
    assertThat(get(team, "/intent-groups?limit=1").text()).contains(bank.name());
    assertThat(json(get(team, "/intent-groups")).getJsonArray("items")).hasSize(1);
    assertProblem(get(team, "/intent-groups?destination=other"), 403, Code.ROLE_MISSING);
  }

  @Test
  void whatAnIntentSendsIsShownToWhoMayReadPayloadOfItsDestination() {
    parked("1", "HTTP status 422");
    String key = items("/intents?destination=" + bank.name()).getJsonObject(0).getString("key");
    assertProblem(body(key, Map.of(Role.ADMIN, new Scope.Everything())), 403, Code.ROLE_MISSING);
    Scope theirs = new Scope.Named(Set.of(), Set.of("other"));
    assertProblem(body(key, Map.of(Role.PAYLOAD, theirs)), 403, Code.ROLE_MISSING);
    Scope ours = new Scope.Named(Set.of(), Set.of(bank.name()));
    RestReply reply = body(key, Map.of(Role.PAYLOAD, ours));
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    assertThat(json(reply).getJsonObject("body").getString("text")).isEqualTo("for Ann");
    assertThat(json(reply).getJsonObject("headers").getString("Content-Language")).isEqualTo("la");
    assertProblem(
        body(UUID.randomUUID().toString(), Map.of(Role.PAYLOAD, new Scope.Everything())),
        404,
        Code.NOTHING_THERE);
  }

  private RestReply body(String key, Map<Role, Scope> roles) {
    return rest.api.answer(
        RestWorld.request(
            "POST",
            "/intents/" + key + "/body",
            "{\"why\":\"the provider asks\"}",
            Map.of("content-type", "application/json", "idempotency-key", key()),
            new Caller("ann", roles)));
  }

  private RestReply get(Caller caller, String target) {
    return rest.api.answer(RestWorld.request("GET", target, "", Map.of(), caller));
  }

  private List<String> causes(String target) {
    return items(target).getValuesAs(JsonObject.class).stream()
        .map(item -> item.getJsonObject("cause").getString("key"))
        .toList();
  }

  private JsonArray items(String target) {
    RestReply reply = rest.get(target, Role.VIEWER);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return json(reply).getJsonArray("items");
  }

  /** How many a plan of this filter has. */
  private int frozen(String source, String owner, String filter) {
    RestReply reply = rest.post("/plans", plan(source, owner, filter), key());
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return json(reply).getJsonObject("plan").getJsonObject("progress").getInt("size");
  }

  private static String plan(String source, String owner, String filter) {
    return "{\"owner\":\"%s\",\"source\":\"%s\",\"most\":9,\"why\":\"w\",%s}"
        .formatted(owner, source, filter);
  }

  private void parked(String cause, String answer) {
    record(cause);
    settle(new Settlement.Parked(IntentParkingReason.REFUSED, answer));
  }

  private void delivered(String cause) {
    record(cause);
    settle(new Settlement.Delivered());
  }

  private void record(String cause) {
    Intent intent =
        new Intent(
            new Identity(rest.consumer, cause),
            new Intent.Address(bank, 0, Optional.empty()),
            Headers.of(Map.of("Content-Language", "la")),
            Body.bytes("for Ann".getBytes(StandardCharsets.UTF_8), "text/plain"));
    rest.world.act(
        () -> {
          rest.world.memory().intents().record(intent);
          return intent;
        });
  }

  private void settle(Settlement end) {
    rest.world
        .act(() -> rest.world.queue().lease(bank, 100, LIFE))
        .forEach(
            lease ->
                rest.world.act(
                    () -> rest.world.queue().settle(List.of(new SettledLease(lease, end)))));
  }
}
