// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.semel.estate.ExampleWar;
import org.semel.estate.Producer;
import org.semel.estate.ServerKind;
import org.semel.estate.Users;
import org.semel.internal.boot.Canaries;

/** What a server shows of messages over HTTP and in its log, to whoever may not read payload. */
@OnEachServer
class RedactionIT {

  private static final String NAME = "redaction.war";
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private static final String ROUTES =
      """
      - route:
          id: receive
          from:
            uri: inbox:redaction
            steps:
              - choice:
                  when:
                    - simple: ${header.fails} == 'yes'
                      steps:
                        - throwException:
                            exceptionType: java.lang.IllegalStateException
                            message: cannot handle ${body} of ${header.customer}
                  otherwise:
                    steps:
                      - to:
                          uri: intent:redaction
      - route:
          id: send
          from:
            uri: intent:redaction
            steps:
              - throwException:
                  exceptionType: java.lang.IllegalArgumentException
                  message: cannot send ${body}
      """;

  private static final String POLICY =
      """
      semel.metrics=on
      semel.metrics-access=open
      semel.health=on
      semel.sample-every=1s
      semel.consumer-defaults.connection-factory=jms/semelXA
      semel.consumer.redaction.identity=property:key
      semel.consumer.redaction.headers=*
      semel.consumer.redaction.attempts=1
      semel.destination.redaction.keys=honoured
      semel.destination.redaction.attempts=1
      """;

  private final Canaries canaries = new Canaries();
  private final SharedEstate estate;

  RedactionIT(ServerKind kind) {
    estate = SharedEstate.of(kind);
  }

  @BeforeParameterizedClassInvocation
  static void deploy(ServerKind kind) {
    SharedEstate estate = SharedEstate.of(kind);
    estate.broker().addQueue("redaction");
    estate
        .server()
        .deploy(
            ExampleWar.bare(NAME)
                .addAsWebInfResource(new StringAsset(ROUTES), "camel/redaction.yaml")
                .addAsResource(new StringAsset(POLICY), "META-INF/microprofile-config.properties"));
  }

  @AfterParameterizedClassInvocation
  static void undeploy(ServerKind kind) {
    SharedEstate.of(kind).server().undeploy(NAME);
  }

  /** The example's API shows the whole database. */
  @Test
  void noCanaryStandsAtAnyExitOfAServerWithoutTheRoleForPayload() throws IOException {
    for (int i = 0; i < canaries.size(); i++) {
      send(i);
    }
    await().until(() -> parked().size() == canaries.size() / 2);
    await().until(() -> intents().size() == canaries.size() / 2);
    assertThat(canaries.in(body(parked().get(0)))).as("the test can fail").hasSize(2);
    List<String> exits = new ArrayList<>();
    for (Users user : List.of(Users.VIEWER, Users.OPERATOR, Users.ADMIN)) {
      exits.addAll(views(user));
    }
    await().until(() -> get("/redaction/semel/metrics").contains("semel_inbox_failures_total"));
    exits.add(get("/redaction/semel/metrics"));
    for (String check : List.of("live", "ready", "started")) {
      exits.add(get("/redaction/semel/health/" + check));
    }
    exits.add(get("/health"));
    exits.add(estate.server().output());
    exits.add(Files.readString(estate.server().log(), StandardCharsets.ISO_8859_1));
    assertThat(exits).hasSizeGreaterThan(90);
    assertThat(estate.server().output()).contains("SEMEL-0303", "SEMEL-0502");
    assertThat(exits).allSatisfy(exit -> assertThat(canaries.in(exit)).as(around(exit)).isEmpty());
  }

  /** The lines of what is shown that hold a canary. */
  private String around(String exit) {
    return exit.lines().filter(line -> !canaries.in(line).isEmpty()).limit(5).toList().toString();
  }

  private void send(int i) {
    try (Producer producer = estate.producer("redaction")) {
      producer.send(
          context -> {
            var message = context.createTextMessage(canaries.json(i));
            message.setStringProperty("key", UUID.randomUUID().toString());
            message.setStringProperty("fails", i % 2 == 0 ? "yes" : "no");
            message.setStringProperty("customer", canaries.mail(i));
            message.setStringProperty("ce_subject", canaries.card(i));
            message.setJMSCorrelationID(canaries.mail(i));
            return message;
          });
    }
  }

  private List<String> parked() {
    return estate.postgres.texts(
        "SELECT id::text FROM semel_parked WHERE consumer = ?", "redaction");
  }

  private List<String> intents() {
    return estate.postgres.texts(
        "SELECT key::text FROM semel_intent WHERE destination = ? AND state = 'parked'",
        "redaction");
  }

  /** Every path that the API's own description lists under GET. */
  private List<String> views(Users user) {
    JsonObject paths =
        Json.createReader(new StringReader(view("/openapi.json", user).split("\n", 2)[1]))
            .readObject()
            .getJsonObject("paths");
    List<String> answers = new ArrayList<>();
    for (String path : paths.keySet()) {
      if (paths.getJsonObject(path).containsKey("get")) {
        targets(path).forEach(target -> answers.add(view(target, user)));
      }
    }
    return answers;
  }

  private List<String> targets(String path) {
    String key =
        estate
            .postgres
            .texts("SELECT key FROM semel_parked WHERE consumer = ?", "redaction")
            .get(0);
    return switch (path) {
      case "/parked/{id}" -> parked().stream().map(id -> "/parked/" + id).toList();
      case "/intents/{key}" -> intents().stream().map(intent -> "/intents/" + intent).toList();
      case "/find" -> List.of("/find?q=" + key);
      case "/intents" ->
          List.of(path + "?destination=redaction", path + "?destination=redaction&format=csv");
      case "/intent-groups" -> List.of(path + "?destination=redaction");
      case "/audit" -> List.of(path, path + "?format=csv");
      case "/parked" ->
          List.of(path + "?consumer=redaction", path + "?consumer=redaction&format=csv");
      case "/failure-groups", "/kept", "/kept/last", "/gaps" ->
          List.of(path + "?consumer=redaction");
      case "/identities", "/aggregates" -> List.of(path + "?consumer=redaction&key=" + key);
      default -> List.of(path.replace("{id}", "1"));
    };
  }

  private String view(String target, Users user) {
    HttpResponse<String> response =
        answer(
            request("/example/semel/api/v1" + target)
                .header("Authorization", user.basic())
                .build());
    assertThat(response.statusCode()).as(target).isIn(200, 404);
    return target + " " + response.headers().map() + "\n" + response.body();
  }

  private String body(String id) {
    return answer(
            request("/example/semel/api/v1/parked/" + id + "/body")
                .header("Authorization", Users.PAYLOAD.basic())
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .POST(HttpRequest.BodyPublishers.ofString("{\"why\":\"a test\"}"))
                .build())
        .body();
  }

  private String get(String path) {
    return answer(request(path).build()).body();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
        URI.create("http://localhost:" + estate.server().httpPort() + path));
  }

  private static HttpResponse<String> answer(HttpRequest request) {
    try {
      return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
