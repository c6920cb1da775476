// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.semel.alerts.Scrape;
import org.semel.estate.ExampleWar;
import org.semel.estate.Producer;
import org.semel.estate.Users;
import org.semel.it.alerts.AlertWork;

/**
 * An application that has every fault of which an alert tells: its messages, its series, and its
 * operators, who act over the API of the application beside it.
 */
final class AlertsApplication {

  private static final String NAME = "alerts.war";

  private static final List<String> QUEUES =
      List.of(
          "alerts-repeated",
          "alerts-hanging",
          "alerts-conflict",
          "alerts-altering",
          "alerts-replayed",
          "alerts-failing",
          "alerts-refused",
          "alerts-interrupted",
          "alerts-ordered",
          "alerts-hands");

  private static final String POLICY =
      """
      semel.metrics=on
      semel.metrics-access=open
      semel.sample-every=1s
      semel.retention-every=1s
      semel.consumer-defaults.connection-factory=jms/semelXA
      semel.consumer-defaults.identity=json:/key
      semel.consumer-defaults.workers=1
      semel.consumer.alerts-hanging.connection-factory=jms/semelLocal
      semel.consumer.alerts-hanging.protocol=store-first
      semel.consumer.alerts-hanging.workers=4
      semel.consumer.alerts-hanging.lease=20s
      semel.consumer.alerts-hanging.transaction-timeout=10m
      semel.consumer.alerts-altering.strategy=natural
      semel.consumer.alerts-replayed.keep-body=true
      semel.consumer.alerts-failing.attempts=1
      semel.consumer.alerts-ordered.identity=json:/body
      semel.consumer.alerts-ordered.aggregate=json:/key
      semel.consumer.alerts-ordered.version=json:/body
      semel.consumer.alerts-hands.identity=json:/body
      semel.destination.alerts-denied.circuit-open=1s
      semel.destination.alerts-away.circuit-failures=1
      semel.destination.alerts-away.circuit-open=1s
      semel.destination.alerts-clogged.concurrency=1
      semel.destination.alerts-clogged.delivery-timeout=1s
      """;

  private final SharedEstate estate;
  private final HttpClient client = HttpClient.newHttpClient();

  AlertsApplication(SharedEstate estate) {
    this.estate = estate;
  }

  void deploy() {
    estate.postgres.execute(AlertWork.DDL);
    QUEUES.forEach(estate.broker()::addQueue);
    estate
        .server()
        .deploy(
            ExampleWar.bare(NAME)
                .addPackage(AlertWork.class.getPackage())
                .addAsResource(new StringAsset(POLICY), "META-INF/microprofile-config.properties"));
    awaitReceiving();
  }

  /** A right that is taken away earlier would stop a consumer that has not made its proof yet. */
  void awaitReceiving() {
    await("all consumers receive, and the gauges of the tables are read")
        .atMost(Duration.ofMinutes(3))
        .until(() -> isReceiving(scrape()));
  }

  private static boolean isReceiving(Scrape now) {
    return now.value("semel_sample_age_seconds").isPresent()
        && QUEUES.stream()
            .map("semel_consumer_state{consumer=\"%s\",state=\"receiving\"}"::formatted)
            .allMatch(state -> now.value(state).orElse(0) == 1);
  }

  void undeploy() {
    estate.server().undeploy(NAME);
  }

  /** So many messages, the same keys at each call, all at once. */
  void send(String queue, int messages, String body) {
    try (Producer producer = estate.producer(queue)) {
      producer.sendAll(
          IntStream.range(0, messages)
              .mapToObj(i -> "{\"key\":\"%s-%d\",\"body\":\"%s\"}".formatted(queue, i, body))
              .toList());
    }
  }

  /** Waits until {@code table} has a row of {@code consumer}. */
  void awaitRow(String table, String consumer) {
    String rows = "SELECT count(*) FROM " + table + " WHERE consumer = ?";
    await("a row of " + consumer + " in " + table)
        .until(() -> estate.postgres.number(rows, consumer) > 0);
  }

  /** What it shows now: nothing if it does not answer, or not with its series. */
  Scrape scrape() {
    Instant now = Instant.now();
    try {
      HttpResponse<String> response =
          answer(HttpRequest.newBuilder(address("/alerts/semel/metrics")));
      return response.statusCode() == 200
          ? Scrape.of(now, response.body())
          : new Scrape(now, Map.of());
    } catch (UncheckedIOException down) {
      return new Scrape(now, Map.of());
    }
  }

  /** An identity is forgotten, so that its message takes effect again when it is replayed. */
  void replayOnceMore(String consumer) {
    awaitRow("semel_body", consumer);
    long last =
        json(get("/kept/last?consumer=" + consumer, Users.OPERATOR))
            .getJsonNumber("last")
            .longValue();
    act(Users.ADMIN, "/kept/forget", "\"consumer\":\"%s\",\"upTo\":%d,".formatted(consumer, last));
    act(Users.OPERATOR, "/kept/" + last + "/replay", "");
  }

  /** Nothing is sent to it until an operator resumes it. */
  void pause(String destination) {
    act(Users.OPERATOR, "/destinations/" + destination + "/pause", "\"kept\":true,");
  }

  void resume(String destination) {
    act(Users.OPERATOR, "/destinations/" + destination + "/resume", "");
  }

  /** A plan of what is parked of {@code consumer}, which nobody starts. */
  void freeze(String consumer) {
    act(
        Users.OPERATOR,
        "/plans",
        "\"owner\":\"%s\",\"source\":\"PARKED\",\"most\":1,".formatted(consumer));
  }

  /** The plans of this application that are not over. */
  void withdrawPlans() {
    estate
        .postgres
        .texts(
            "SELECT '/plans/' || id FROM semel_plan WHERE consumer LIKE 'alerts-%' AND state = 'frozen'")
        .forEach(frozen -> act(Users.OPERATOR, frozen + "/withdraw", ""));
  }

  /** Messages and intents of this application that wait for a person. */
  void withdrawWhatWaits() {
    estate
        .postgres
        .texts(
            "SELECT '/parked/' || id FROM semel_parked WHERE consumer LIKE 'alerts-%' AND state = 'parked'"
                + " UNION ALL SELECT '/intents/' || key FROM semel_intent"
                + " WHERE destination LIKE 'alerts-%' AND state = 'parked'")
        .forEach(waiting -> act(Users.OPERATOR, waiting + "/withdraw", ""));
  }

  private void act(Users user, String path, String members) {
    HttpResponse<String> response =
        answer(
            request(path, user)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .POST(
                    HttpRequest.BodyPublishers.ofString(
                        "{" + members + "\"why\":\"alerts are tested\"}")));
    assertThat(response.statusCode()).as(path + " " + response.body()).isIn(200, 202);
  }

  private HttpResponse<String> get(String path, Users user) {
    return answer(request(path, user));
  }

  private HttpRequest.Builder request(String path, Users user) {
    return HttpRequest.newBuilder(address("/example/semel/api/v1" + path))
        .header("Authorization", user.basic());
  }

  private URI address(String path) {
    return URI.create("http://localhost:" + estate.server().httpPort() + path);
  }

  private HttpResponse<String> answer(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static JsonObject json(HttpResponse<String> response) {
    try (JsonReader reader = Json.createReader(new StringReader(response.body()))) {
      return reader.readObject();
    }
  }
}
