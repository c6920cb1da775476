// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.semel.estate.ExampleWar;
import org.semel.estate.Producer;
import org.semel.estate.ServerKind;

/** What is seen of an application from outside is the same on every server. */
@OnEachServer
class TelemetryIT {

  private static final String NAME = "telemetry.war";
  private static final String CLOSED = "closed.war";
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  /** What the servers showed, one after the other. */
  private static final Map<ServerKind, List<String>> SHAPES = new EnumMap<>(ServerKind.class);

  static final String ROUTES =
      """
      - route:
          id: receive
          from:
            uri: inbox:telemetry
            steps:
              - to:
                  uri: intent:telemetry
      - route:
          id: send
          from:
            uri: intent:telemetry
            steps:
              - to:
                  uri: log:sent
      """;

  static final String POLICY =
      """
      semel.metrics=on
      semel.health=on
      semel.sample-every=1s
      semel.consumer-defaults.connection-factory=jms/semelXA
      semel.consumer.telemetry.identity=property:key
      semel.destination.telemetry.keys=honoured
      """;

  private final SharedEstate estate;
  private final ServerKind kind;

  TelemetryIT(ServerKind kind) {
    this.kind = kind;
    estate = SharedEstate.of(kind);
  }

  @BeforeParameterizedClassInvocation
  static void deploy(ServerKind kind) {
    SharedEstate estate = SharedEstate.of(kind);
    estate.broker().addQueue("telemetry");
    estate.server().deploy(war(NAME, "semel.metrics-access=open\n" + POLICY));
  }

  @AfterParameterizedClassInvocation
  static void undeploy(ServerKind kind) {
    SharedEstate.of(kind).server().undeploy(NAME);
  }

  private static WebArchive war(String name, String policy) {
    return ExampleWar.bare(name)
        .addAsWebInfResource(new StringAsset(ROUTES), "camel/telemetry.yaml")
        .addAsResource(new StringAsset(policy), "META-INF/microprofile-config.properties");
  }

  @Test
  void theSeriesHaveTheSameNamesTypesAndLabelsOnEveryServer() {
    String key = UUID.randomUUID().toString();
    send(key);
    send(key);
    await()
        .until(
            () ->
                series()
                    .contains(
                        "semel_consumer_duplicates_total{consumer=\"telemetry\",event_type=\"\"} 1.0"));
    await()
        .until(
            () ->
                series()
                    .contains(
                        "semel_intent_settled_total{destination=\"telemetry\",outcome=\"delivered\"} 1.0"));
    await().until(() -> series().contains("semel_inbox_pending_count{consumer=\"telemetry\"} 0.0"));
    List<String> shape = shape(series());
    assertThat(shape).hasSizeGreaterThan(100).noneMatch(line -> line.contains(key));
    SHAPES.put(kind, shape);
    assertThat(SHAPES.values()).allSatisfy(other -> assertThat(other).isEqualTo(shape));
  }

  /** As Prometheus asks unless it is told otherwise. */
  @Test
  void whoAcceptsOpenMetricsGetsTheSameSeriesInThatFormat() {
    await("the tables have been looked at, which adds series")
        .until(() -> series().contains("semel_inbox_pending_count{consumer=\"telemetry\"}"));
    HttpResponse<String> text = get("/telemetry/semel/metrics");
    HttpResponse<String> open =
        get(
            "/telemetry/semel/metrics",
            "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3");
    assertThat(text.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
    assertThat(open.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/openmetrics-text")
        .contains("version=1.0.0");
    assertThat(open.body()).endsWith("# EOF\n");
    assertThat(names(open.body())).isEqualTo(names(text.body()));
  }

  private static Set<String> names(String text) {
    return shape(text).stream()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.replaceAll(" # .*", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void aScrapeNeedsTheRoleUnlessThePolicySaysThatAllMayRead() {
    estate.server().undeploy(NAME); // both would receive from one queue
    try {
      estate.server().deploy(war(CLOSED, POLICY));
      assertThat(get("/closed/semel/metrics").statusCode()).isEqualTo(401);
      assertThat(get("/closed/semel/metrics").body()).doesNotContain("semel_");
      assertThat(get("/closed/semel/health/live").statusCode()).isEqualTo(200);
    } finally {
      estate.server().undeploy(CLOSED);
      estate.server().deploy(war(NAME, "semel.metrics-access=open\n" + POLICY));
    }
  }

  @Test
  void theApplicationIsAliveStartedAndReady() {
    await().until(() -> get("/telemetry/semel/health/ready").statusCode() == 200);
    assertThat(get("/telemetry/semel/health/ready").body())
        .contains("\"status\":\"UP\"", "semel-database", "semel-consumer-telemetry", "receiving");
    assertThat(get("/telemetry/semel/health/started").statusCode()).isEqualTo(200);
    assertThat(get("/telemetry/semel/health/live").statusCode()).isEqualTo(200);
    assertThat(get("/telemetry/semel/health/other").statusCode()).isEqualTo(404);
  }

  /**
   * Open Liberty has MicroProfile Health here, and WildFly has not: both have started. A WildFly
   * that has it: {@link WildFlyHealthIT}.
   */
  @Test
  void theServersOwnHealthCheckHearsTheSameWhereThereIsOne() {
    if (kind == ServerKind.LIBERTY) {
      await().until(() -> get("/health/ready").statusCode() == 200);
      assertThat(get("/health").body()).contains("semel-live", "semel-ready", "semel-started");
    } else {
      assertThat(get("/health").body()).doesNotContain("semel-live");
    }
  }

  @Test
  void anApplicationThatSwitchesNothingOnShowsNothing() {
    assertThat(get("/example/semel/metrics").statusCode()).isEqualTo(404);
    assertThat(get("/example/semel/health/live").statusCode()).isEqualTo(404);
  }

  /** Names, types, help and labels; values and times differ, and so do the other consumers. */
  private static List<String> shape(String text) {
    return text.lines()
        .filter(
            line ->
                line.startsWith("#")
                    || !line.contains("consumer=\"")
                    || line.contains("consumer=\"telemetry\""))
        .filter(
            line ->
                line.startsWith("#")
                    || !line.contains("destination=\"")
                    || line.contains("destination=\"telemetry\""))
        .filter(
            line -> !line.startsWith("semel_doctor_findings{")) // of this server, at this moment
        .filter(line -> !line.startsWith("semel_consumer_processed_message_rows"))
        .filter(line -> !line.contains("semel_consumer_processed_message_rows "))
        .filter(line -> !line.contains("_parked_count"))
        .filter(line -> !line.contains("resource=\"log\"")) // which only WildFly shows
        .filter(line -> !line.contains("resource=\"broker\"")) // seen a moment after the start
        .map(line -> line.startsWith("#") ? line : line.substring(0, line.lastIndexOf(' ')))
        .toList();
  }

  private String series() {
    return get("/telemetry/semel/metrics").body();
  }

  private HttpResponse<String> get(String path) {
    return get(path, "*/*");
  }

  private HttpResponse<String> get(String path, String accept) {
    return get(estate.server().httpPort(), path, accept);
  }

  static HttpResponse<String> get(int port, String path, String accept) {
    try {
      return CLIENT.send(
          HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
              .header("Accept", accept)
              .build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(path, e);
    }
  }

  private void send(String key) {
    try (Producer producer = estate.producer("telemetry")) {
      producer.send(
          context -> {
            var message = context.createTextMessage("{}");
            message.setStringProperty("key", key);
            return message;
          });
    }
  }
}
