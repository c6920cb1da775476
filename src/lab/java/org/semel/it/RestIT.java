// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.semel.estate.ExampleWar;
import org.semel.estate.Producer;
import org.semel.estate.ServerKind;
import org.semel.estate.Users;

/** The REST API on a real server, over HTTP, with the server's own logins. */
@OnEachServer
class RestIT {

  private static final String WHY = "{\"why\":\"the limit was too low\"}";
  private static final int TOO_MANY_HEADERS = 10_000;

  private final ServerKind kind;
  private final SharedEstate estate;
  private final HttpClient client = HttpClient.newHttpClient();
  private final String invoice = UUID.randomUUID().toString();

  RestIT(ServerKind kind) {
    this.kind = kind;
    estate = SharedEstate.of(kind);
  }

  /** Every path of the API's own description, with every user and with none. */
  @Test
  void eachUserMayDoOnEachPathWhatTheDescriptionSaysAndNothingElse() {
    ApiClient nobody = ApiClient.nobody(estate.server().httpPort(), "example");
    RoleMatrix matrix =
        RoleMatrix.of(json(get("/openapi.json", Users.VIEWER)).getJsonObject("paths"));
    for (Users user : EnumSet.complementOf(EnumSet.of(Users.TEAM))) {
      matrix.holdsFor(nobody.as(user), user.granted());
    }
    matrix.holdsForAPart(nobody.as(Users.TEAM), LoginWar.WORTH, "reservations", "confirmation");
    matrix.asksForALogin(nobody);
  }

  @Test
  void aReleaseOverHttpTakesEffectOnceHoweverOftenItIsSent() {
    String id = parked();
    String path = "/parked/" + id + "/release";
    String key = UUID.randomUUID().toString();
    HttpResponse<String> first = post(path, key, Users.OPERATOR);
    assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
    assertThat(json(first).getString("is")).isEqualTo("TookEffect");
    HttpResponse<String> again = post(path, key, Users.OPERATOR);
    assertThat(again.statusCode()).isEqualTo(200);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(post(path, UUID.randomUUID().toString(), Users.OPERATOR).statusCode())
        .isEqualTo(409);
    assertThat(reservations()).isEqualTo(1);
    assertThat(
            estate.postgres.texts(
                "SELECT who || ' ' || act FROM semel_audit WHERE subject = ?", "parked " + id))
        .containsExactly("operator RELEASE");
  }

  @Test
  void aTeamActsOnItsOwnConsumerAndOnNoOther() {
    String id = parked();
    assertThat(get("/parked?consumer=reservations", Users.TEAM).statusCode()).isEqualTo(200);
    for (String others : List.of("/parked?consumer=invoices", "/audit", "/doctor", "/in-doubt")) {
      HttpResponse<String> refused = get(others, Users.TEAM);
      assertThat(refused.statusCode()).as(others).isEqualTo(403);
      assertThat(json(refused).getString("code")).isEqualTo("SEMEL-0812");
    }
    assertThat(json(get("/consumers", Users.TEAM)).getJsonArray("items"))
        .extracting(item -> item.asJsonObject().getString("name"))
        .containsExactly("reservations");
    assertThat(
            post("/consumers/invoices/resume", UUID.randomUUID().toString(), Users.TEAM)
                .statusCode())
        .isEqualTo(403);
    String release = "/parked/" + id + "/release";
    assertThat(post(release, UUID.randomUUID().toString(), Users.TEAM).statusCode()).isEqualTo(200);
    assertThat(reservations()).isEqualTo(1);
  }

  @Test
  void aForeignPageChangesNothing() {
    String path = "/parked/" + parked() + "/release";
    for (Map.Entry<String, String> foreign :
        Map.of("Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example").entrySet()) {
      HttpRequest request =
          request(path)
              .header("Authorization", Users.ADMIN.basic())
              .header("Content-Type", "application/json")
              .header("Idempotency-Key", UUID.randomUUID().toString())
              .header(foreign.getKey(), foreign.getValue())
              .POST(HttpRequest.BodyPublishers.ofString(WHY))
              .build();
      assertThat(answer(request).statusCode()).isEqualTo(403);
    }
    HttpRequest form =
        request(path)
            .header("Authorization", Users.ADMIN.basic())
            .header("Content-Type", "text/plain")
            .POST(HttpRequest.BodyPublishers.ofString(WHY))
            .build();
    assertThat(answer(form).statusCode()).isEqualTo(403);
    assertThat(reservations()).isZero();
  }

  /** A reason that nobody has written, over the real connection, which serves the next request. */
  @Test
  void aBodyOfAMegabyteIsRefusedByOneProblemAndNothingIsDone() {
    String path = "/parked/" + parked() + "/release";
    String huge = "{\"why\":\"" + "x".repeat(1 << 20) + "\"}";
    HttpResponse<String> refused = send("post", path, huge, Optional.of(Users.ADMIN));
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(413);
    assertThat(json(refused).getString("code")).isEqualTo("SEMEL-0810");
    assertThat(refused.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/problem+json");
    assertThat(reservations()).isZero();
    assertThat(post(path, UUID.randomUUID().toString(), Users.OPERATOR).statusCode())
        .isEqualTo(200);
  }

  @Test
  void whoIsNotLoggedInIsAskedToAndNeverSentElsewhere() {
    HttpResponse<String> nobody = send("get", "/backlog", "", Optional.empty());
    assertThat(nobody.statusCode()).isEqualTo(401);
    assertThat(json(nobody).getString("code")).isEqualTo("SEMEL-0811");
    assertThat(nobody.headers().firstValue("WWW-Authenticate").orElse("")).startsWith("Basic");
    String wrong =
        Base64.getEncoder()
            .encodeToString("operator:wrong".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    HttpResponse<String> refused =
        answer(request("/backlog").header("Authorization", "Basic " + wrong).GET().build());
    assertThat(refused.statusCode()).isEqualTo(401);
    HttpResponse<String> console =
        answer(request("/backlog").header("X-Semel-Console", "1").GET().build());
    assertThat(console.statusCode()).isEqualTo(401);
    assertThat(console.headers().firstValue("WWW-Authenticate")).isEmpty();
  }

  @Test
  void whatIsNotThereIsAbsentAndEveryReplyIsGuarded() {
    HttpResponse<String> nothing = get("/nothing", Users.VIEWER);
    assertThat(nothing.statusCode()).isEqualTo(404);
    assertThat(json(nothing).getString("code")).isEqualTo("SEMEL-0814");
    assertThat(nothing.headers().firstValue("Cache-Control").orElse("")).startsWith("no-store");
    assertThat(nothing.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(get("/parked/999999999", Users.VIEWER).statusCode()).isEqualTo(404);
    assertThat(get("/parked/%00", Users.VIEWER).statusCode()).isIn(400, 404);
  }

  @Test
  void theConsoleAsksForALoginAndShowsItsPageToWhoHasOne() {
    HttpResponse<String> entry = answer(page("/example").build());
    assertThat(entry.statusCode()).isEqualTo(200);
    assertThat(entry.body()).contains("enter.js", "href=\"login\"").doesNotContain("console.js");
    assertThat(entry.headers().firstValue("Cache-Control").orElse("")).startsWith("no-store");
    HttpResponse<String> nobody = ApiClient.browser(estate.server().httpPort(), "example").page();
    assertThat(nobody.statusCode()).as(nobody.body()).isEqualTo(401);
    assertThat(nobody.headers().firstValue("WWW-Authenticate").orElse("")).startsWith("Basic");
    HttpResponse<String> viewer =
        answer(page("/example").header("Authorization", Users.VIEWER.basic()).build());
    assertThat(viewer.statusCode()).isEqualTo(200);
    assertThat(viewer.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
    assertThat(viewer.headers().firstValue("Content-Security-Policy").orElse(""))
        .contains("default-src 'none'", "require-trusted-types-for 'script'");
  }

  /** Nobody switched it on there; what others say is that of the server. */
  @Test
  void anApplicationThatHasNotSwitchedItOnAnswersNothing() {
    String off = "config_ordinal=900\nsemel.console=off\n";
    estate
        .server()
        .deploy(
            ExampleWar.bare("quiet.war")
                .addAsResource(new StringAsset(off), "META-INF/microprofile-config.properties"));
    try {
      String server = "http://localhost:" + estate.server().httpPort();
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(server + "/quiet/semel/api/v1/backlog"))
              .header("Authorization", Users.ADMIN.basic())
              .build();
      HttpResponse<String> response = answer(request);
      assertThat(response.statusCode()).isEqualTo(404);
      assertThat(response.body()).contains("SEMEL-0814");
      assertThat(answer(page("/quiet").build()).statusCode()).isEqualTo(404);
      URI login = URI.create(server + "/quiet/semel/login");
      assertThat(answer(HttpRequest.newBuilder(login).build()).statusCode()).isEqualTo(404);
    } finally {
      estate.server().undeploy("quiet.war");
    }
  }

  @Test
  void theConsumerOfTheExampleRunsHere() {
    await().until(() -> get("/consumers", Users.VIEWER).body().contains("\"runsHere\":true"));
    assertThat(json(get("/", Users.ADMIN)).getString("user")).isEqualTo("admin");
  }

  /** Of a server that was configured as our files say, over its own pools, log and broker. */
  @Test
  void theDoctorFindsNoErrorOnAServerThatIsConfiguredAsOurFilesSay() {
    await().until(() -> get("/consumers", Users.VIEWER).body().contains("\"is\":\"Receiving\""));
    JsonObject diagnosis = json(get("/doctor", Users.VIEWER));
    assertThat(diagnosis.getString("worst")).as(diagnosis.toString()).isNotEqualTo("ERROR");
    assertThat(diagnosis.getJsonArray("observations").stream().map(JsonValue::asJsonObject))
        .anyMatch(one -> one.getString("of", "").equals("Server"))
        .anyMatch(
            one ->
                one.getString("finding").equals("Its transactions are proven, and it receives."));
  }

  /** The pooled factories of both servers show it; of the logs, only WildFly's. */
  @Test
  void whatTheBrokerHasPreparedIsSeenAndSoIsALogThatShowsItself() {
    await("the first look")
        .until(
            () ->
                inDoubt().getJsonArray("brokers").stream()
                    .map(JsonValue::asJsonObject)
                    .anyMatch(broker -> broker.getString("sight").equals("SEEN")));
    JsonObject log = inDoubt().getJsonObject("log");
    if (kind == ServerKind.WILDFLY) {
      assertThat(log.getString("sight")).as(log.toString()).isEqualTo("SEEN");
    } else {
      assertThat(log.getString("sight")).isEqualTo("CANNOT_BE_SEEN");
      assertThat(log.getString("why")).contains("form of their own");
    }
  }

  private JsonObject inDoubt() {
    return json(get("/in-doubt", Users.VIEWER));
  }

  /** A message of too many headers, by its number among the parked ones. */
  private String parked() {
    try (Producer producer = estate.producer("reservations")) {
      producer.send(this::manyHeaders);
    }
    await().until(() -> idsOfParked().size() == 1);
    return idsOfParked().get(0);
  }

  /** Looked for in the bytes: what other tests have parked here may be no text. */
  private List<String> idsOfParked() {
    String found =
        "SELECT id::text FROM semel_parked WHERE position(convert_to(?, 'UTF8') in body) > 0";
    return estate.postgres.texts(found, invoice);
  }

  private Message manyHeaders(JMSContext context) throws JMSException {
    Message message =
        context.createTextMessage(
            """
            {"specversion":"1.0","id":"%s","source":"/rest","type":"order.line.placed","data":{"invoice":"%s","line":1,"stockCode":"REST","quantity":1,"unitPrice":1.5}}"""
                .formatted(invoice, invoice));
    for (int i = 0; i < TOO_MANY_HEADERS; i++) {
      message.setIntProperty("h" + i, i);
    }
    return message;
  }

  private long reservations() {
    return estate.postgres.number("SELECT count(*) FROM reservation WHERE invoice = ?", invoice);
  }

  private HttpResponse<String> get(String path, Users user) {
    return send("get", path, "", Optional.of(user));
  }

  private HttpResponse<String> post(String path, String key, Users user) {
    return answer(
        request(path)
            .header("Authorization", user.basic())
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(HttpRequest.BodyPublishers.ofString(WHY))
            .build());
  }

  private HttpResponse<String> send(String method, String path, String json, Optional<Users> user) {
    HttpRequest.Builder request =
        request(path)
            .method(
                method.toUpperCase(java.util.Locale.ROOT),
                json.isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(json));
    if (!json.isEmpty()) {
      request
          .header("Content-Type", "application/json")
          .header("Idempotency-Key", UUID.randomUUID().toString());
    }
    user.ifPresent(known -> request.header("Authorization", known.basic()));
    return answer(request.build());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
        URI.create(
            "http://localhost:" + estate.server().httpPort() + "/example/semel/api/v1" + path));
  }

  private HttpRequest.Builder page(String application) {
    return HttpRequest.newBuilder(
        URI.create("http://localhost:" + estate.server().httpPort() + application + "/semel/"));
  }

  private HttpResponse<String> answer(HttpRequest request) {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static JsonObject json(HttpResponse<String> response) {
    return Json.createReader(new StringReader(response.body())).readObject();
  }
}
