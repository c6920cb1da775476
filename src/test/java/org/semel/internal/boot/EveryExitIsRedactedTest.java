// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.IntStream;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.watch.doctor.HealthChecks;
import org.semel.internal.desk.watch.metrics.prometheus.SeriesFormat;
import org.semel.internal.desk.watch.trace.SpanWorld;
import org.semel.internal.desk.web.rest.RestReply;
import org.semel.internal.desk.web.rest.RestRequest;
import org.semel.internal.desk.web.rest.call.Caller;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.message.Body;
import org.semel.operations.OperatorContext;
import org.semel.operations.ParkedFilter;
import org.semel.operations.Plan;
import org.semel.operations.PlanActs.Made;
import org.semel.operations.Selection;
import org.semel.small.Jms;

/**
 * Card numbers and addresses come in bodies, in names of their fields, in headers and in what
 * routes and providers throw. Whoever has no role for payload finds none of them at any exit.
 */
class EveryExitIsRedactedTest {

  private static final OperatorContext ANN = new OperatorContext("ann", "a test");
  private static final Logger ROOT = Logger.getLogger("");

  /** Begins the keys of what goes to the provider that is away. */
  private static final String AWAY = "away";

  /** What a node knows without its database. */
  private static final Set<String> OF_MEMORY =
      Set.of("/", "/consumers", "/destinations", "/doctor", "/openapi.json");

  private final Canaries canaries = new Canaries();
  private final SmallEstate estate = new SmallEstate();
  private final String destination = "d" + System.nanoTime();
  private final String away = "away" + System.nanoTime();
  private final SpanWorld world = new SpanWorld();
  private final Lines lines = new Lines();
  private final Level before = ROOT.getLevel();
  private volatile boolean providerAway;

  @BeforeEach
  void start() {
    ROOT.setLevel(Level.INFO);
    ROOT.addHandler(lines);
    estate
        .with("semel.console", "on")
        .with("semel.metrics", "on")
        .with("semel.health", "on")
        .with("semel.traces", "on")
        .with("semel.sample-every", "1s")
        .with("semel.destination." + destination + ".keys", "honoured")
        .with("semel.destination." + destination + ".attempts", "1")
        .with("semel.destination." + away + ".keys", "honoured")
        .with("semel.destination." + away + ".headers", "*")
        .with("semel.destination." + away + ".backoff-first", "100ms")
        .with("semel.destination." + away + ".circuit-failures", "2")
        .with("semel.destination." + away + ".circuit-open", "1s")
        .with("semel.destination." + destination + ".headers", "*")
        .with("semel.destination." + destination + ".reference", "Location")
        .consumer("identity", "property:key")
        .consumer("fingerprint", "json")
        .consumer("headers", "*")
        .consumer("keep-body", "true")
        .consumer("shown-fields", "/order")
        .consumer("attempts", "1");
    estate.camel.getRegistry().bind("telemetry", world.telemetry());
    estate.start(new Routes());
  }

  @AfterEach
  void stop() {
    estate.close();
    world.close();
    ROOT.removeHandler(lines);
    ROOT.setLevel(before);
  }

  @Test
  void noCanaryStandsAtAnyExitWithoutTheRoleForPayload() {
    sendAll();
    assertThat(canaries.in(parkedBody(failed()))).as("the test can fail").hasSize(2);
    Plan plan = plan();
    List<String> exits = new ArrayList<>();
    for (Role role : List.of(Role.VIEWER, Role.OPERATOR, Role.ADMIN)) {
      exits.addAll(views(plan, role));
    }
    exits.addAll(acts(plan));
    assertThat(exits).hasSizeGreaterThan(90);
    for (String exit : exits) {
      assertThat(canaries.in(exit)).as(exit).isEmpty();
    }
    assertThat(exits).anyMatch(exit -> exit.startsWith("/parked?") && exit.contains("text/csv"));
    assertThat(exits).anyMatch(exit -> exit.contains("\"at\":\"/order\",\"text\":\"o-"));
    await("the gauges, and what the doctor finds")
        .until(
            () ->
                series(SeriesFormat.TEXT).contains("semel_inbox_parked_count")
                    && series(SeriesFormat.TEXT).contains("semel_doctor_findings"));
    assertThat(canaries.in(series(SeriesFormat.TEXT))).isEmpty();
    assertThat(canaries.in(series(SeriesFormat.OPEN_METRICS))).isEmpty();
    assertThat(canaries.in(health())).isEmpty();
    assertThat(world.spans()).isNotEmpty();
    assertThat(canaries.in(world.spans().toString())).isEmpty();
    assertThat(lines.all).anyMatch(line -> line.contains("SEMEL-0303"));
    assertThat(lines.all).allSatisfy(line -> assertThat(canaries.in(line)).as(line).isEmpty());
  }

  /** What is asked for in an outage is how it stands; a view says that, or since when it cannot. */
  @Test
  void whileSomethingIsAwayEachViewSaysSinceWhenOrWhatTheNodeKnows() {
    sendAll();
    List<String> targets = targets(plan(), Role.VIEWER);
    withoutProvider(() -> targets.forEach(this::assertSaid));
    estate.server.databaseStops();
    try {
      await("the consumers notice it, though nothing comes")
          .until(() -> get("/consumers", Role.VIEWER).text().contains("PausedByOutage"));
      targets.forEach(this::assertSaidWithoutDatabase);
      withoutBroker(() -> targets.forEach(this::assertSaidWithoutDatabase));
    } finally {
      estate.server.databaseStarts();
    }
    await("the consumers receive again")
        .until(() -> !get("/consumers", Role.VIEWER).text().contains("PausedByOutage"));
    assertThat(get("/consumers", Role.VIEWER).text()).doesNotContain("databaseSilent");
    targets.forEach(this::assertSaid);
  }

  private void assertSaid(String target) {
    assertThat(get(target, Role.VIEWER).status()).as(target).isIn(200, 404);
  }

  /** Of the provider only the view of destinations speaks, and the doctor. */
  private void withoutProvider(Runnable act) {
    providerAway = true;
    try {
      IntStream.range(0, 2).forEach(i -> send(AWAY + i, 3, canaries.json(3)));
      await("the circuit opens")
          .until(() -> get("/destinations", Role.VIEWER).text().contains("CircuitOpen"));
      assertThat(get("/doctor", Role.VIEWER).text()).contains(away);
      act.run();
    } finally {
      providerAway = false;
    }
    await("what waited is delivered").until(() -> intents(away, "delivered") == 2);
    assertThat(get("/destinations", Role.VIEWER).text()).doesNotContain("CircuitOpen");
  }

  private void withoutBroker(Runnable act) {
    estate.server.broker().stop();
    try {
      act.run();
    } finally {
      estate.server.broker().start();
    }
  }

  private void assertSaidWithoutDatabase(String target) {
    long since = System.nanoTime();
    RestReply reply = get(target, Role.VIEWER);
    String said = target + " " + reply.text();
    assertThat(Duration.ofNanos(System.nanoTime() - since))
        .as(target)
        .isLessThan(Duration.ofSeconds(20));
    if (OF_MEMORY.contains(target)) {
      assertThat(reply.status()).as(said).isEqualTo(200);
    } else {
      assertThat(reply.status()).as(said).isEqualTo(503);
      assertThat(reply.headers()).as(said).containsKey("Retry-After");
      assertThat(reply.text()).as(said).doesNotContain("act failed", "was changed", "SEMEL-0801");
      assertThat(reply.text())
          .as(said)
          .contains("\"SEMEL-0822\"")
          .containsPattern("The database has not answered this node for \\d+ s\\.");
    }
    switch (target) {
      case "/consumers" ->
          assertThat(reply.text())
              .contains("\"databaseSilent\":\"PT", estate.name, "The database does not answer")
              .doesNotContain("\"rule\"");
      case "/doctor" -> assertThat(reply.text()).contains("\"worst\":\"ERROR\"");
      default -> {}
    }
  }

  /** Of each kind five: a failure, an intent, a conflict, a message that took effect. */
  private void sendAll() {
    for (int i = 0; i < canaries.size(); i++) {
      send(i, canaries.json(i));
      if (kind(i) == 2) {
        send(i, canaries.json(i).replace("\"order\"", "\"orders\""));
      }
    }
    await().until(() -> estate.count("semel_parked", "reason = 'ATTEMPTS_EXHAUSTED'") == 5);
    await().until(() -> estate.count("semel_parked", "reason = 'CONFLICT'") == 5);
    await().until(() -> intents("parked") == 5);
    await().until(() -> intents("delivered") == 5);
  }

  private static int kind(int i) {
    return i % 4;
  }

  private void send(int i, String json) {
    send("k" + i, i, json);
  }

  private void send(String key, int i, String json) {
    Jms.send(
        estate.server.broker(),
        estate.name,
        context -> {
          var message = context.createTextMessage(json);
          message.setStringProperty("key", key);
          message.setStringProperty("i", String.valueOf(i));
          message.setStringProperty("customer", canaries.mail(i));
          message.setStringProperty("ce_subject", canaries.card(i));
          message.setStringProperty("traceparent", canaries.card(i));
          message.setJMSCorrelationID(canaries.mail(i));
          message.setJMSType(canaries.card(i));
          return message;
        });
  }

  private long intents(String state) {
    return intents(destination, state);
  }

  private long intents(String to, String state) {
    return estate
        .server
        .postgres()
        .number("SELECT count(*) FROM semel_intent WHERE destination = ? AND state = ?", to, state);
  }

  private long failed() {
    return estate
        .server
        .postgres()
        .number(
            "SELECT min(id) FROM semel_parked WHERE consumer = ? AND reason = 'ATTEMPTS_EXHAUSTED'",
            estate.name);
  }

  private Plan plan() {
    Selection all = Selection.parked(estate.name, ParkedFilter.ALL, 100);
    return ((Made.Frozen)
            estate.engine().operations().plans().freeze(all, new Plan.Pace(10, 5), ANN))
        .plan();
  }

  private List<String> views(Plan plan, Role role) {
    return targets(plan, role).stream().map(target -> shown(target, role)).toList();
  }

  /** Every path that the API's own description lists under GET, of what there is. */
  private List<String> targets(Plan plan, Role role) {
    JsonObject paths =
        Json.createReader(new StringReader(get("/openapi.json", role).text()))
            .readObject()
            .getJsonObject("paths");
    List<String> all = new ArrayList<>();
    for (String path : paths.keySet()) {
      if (paths.getJsonObject(path).containsKey("get")) {
        all.addAll(view(path, plan));
      }
    }
    return all;
  }

  private List<String> view(String path, Plan plan) {
    List<String> targets =
        switch (path) {
          case "/parked/{id}" ->
              all("SELECT '/parked/' || id FROM semel_parked WHERE consumer = ?");
          case "/kept/{id}" -> all("SELECT '/kept/' || id FROM semel_body WHERE consumer = ?");
          case "/intents/{key}" -> intentTargets();
          case "/plans/{id}", "/plans/{id}/last", "/plans/{id}/contents", "/plans/{id}/items" ->
              List.of(path.replace("{id}", String.valueOf(plan.id())));
          case "/identities", "/aggregates" ->
              List.of(path + consumer() + "&key=k0", path + consumer() + "&key=k2");
          case "/find" -> List.of("/find?q=k0", "/find?q=" + failed());
          case "/intents" -> withRows(path + "?destination=" + destination);
          case "/intent-groups" -> List.of(path + "?destination=" + destination);
          case "/audit" -> withRows("/audit?limit=500");
          case "/parked" -> withRows(path + consumer());
          case "/failure-groups", "/kept", "/kept/last", "/gaps" -> List.of(path + consumer());
          default -> List.of(path);
        };
    assertThat(targets).as(path).isNotEmpty();
    return targets;
  }

  /** A list, and the same as rows. */
  private static List<String> withRows(String target) {
    return List.of(target, target.replace("limit=500", "before=999999999") + "&format=csv");
  }

  private String shown(String target, Role role) {
    RestReply reply = get(target, role);
    assertThat(reply.status()).as(target + " " + reply.text()).isIn(200, 404);
    StringBuilder all = new StringBuilder(target + " " + reply.headers() + reply.text());
    reply.more().forEachRemaining(all::append);
    return all.toString();
  }

  private List<String> all(String sql) {
    return estate.server.postgres().texts(sql, estate.name);
  }

  private List<String> intentTargets() {
    return estate
        .server
        .postgres()
        .texts("SELECT '/intents/' || key FROM semel_intent WHERE destination = ?", destination);
  }

  private String consumer() {
    return "?consumer=" + estate.name;
  }

  /** A rehearsal, and acts that fail as the messages did. */
  private List<String> acts(Plan plan) {
    List<String> answers = new ArrayList<>();
    answers.add(post("/plans/" + plan.id() + "/rehearse", "{}", Role.OPERATOR).text());
    for (String parked :
        all(
            "SELECT '/parked/' || id FROM semel_parked WHERE consumer = ? AND reason LIKE 'ATT%'")) {
      RestReply failed = post(parked + "/release", "{\"why\":\"x\"}", Role.ADMIN);
      assertThat(failed.status()).as(failed.text()).isEqualTo(422);
      answers.add(failed.text());
      answers.add(post(parked + "/body", "{\"why\":\"x\"}", Role.ADMIN).text());
    }
    return answers;
  }

  private String parkedBody(long id) {
    return post("/parked/" + id + "/body", "{\"why\":\"x\"}", Role.PAYLOAD).text();
  }

  private RestReply get(String target, Role role) {
    return answer("GET", target, "", role);
  }

  private RestReply post(String target, String json, Role role) {
    return answer("POST", target, json, role);
  }

  private RestReply answer(String method, String target, String json, Role role) {
    Map<String, String> headers =
        Map.of("content-type", "application/json", "idempotency-key", UUID.randomUUID().toString());
    Body body = Body.bytes(json.getBytes(StandardCharsets.UTF_8), null);
    Caller ann = Caller.of("ann", Set.of(role));
    return estate
        .engine()
        .api()
        .orElseThrow()
        .answer(new RestRequest(method, target, headers, body, Optional.of(ann)));
  }

  private String series(SeriesFormat format) {
    return new String(
        estate.engine().telemetry().series(format).orElseThrow(), StandardCharsets.UTF_8);
  }

  private String health() {
    HealthChecks checks = estate.engine().telemetry().health().orElseThrow();
    return "" + checks.live() + checks.ready() + checks.started();
  }

  /** A route that fails over some, and a provider that fails over others. */
  private final class Routes extends RouteBuilder {

    @Override
    public void configure() {
      from("inbox:" + estate.name)
          .process(this::handle)
          .choice()
          .when(header("key").startsWith(AWAY))
          .to("intent:" + away)
          .otherwise()
          .to("intent:" + destination);
      from("intent:" + destination).process(this::deliver);
      from("intent:" + away).process(this::deliver);
    }

    private void handle(Exchange exchange) {
      int i = number(exchange);
      if (kind(i) == 0) {
        throw new IllegalStateException(
            canaries.words(i), new SQLException(canaries.words(i), "23505"));
      }
      if (kind(i) == 2) {
        exchange.setRouteStop(true);
      }
    }

    private void deliver(Exchange exchange) throws ConnectException {
      if (providerAway) {
        throw new ConnectException("nothing listens");
      }
      int i = number(exchange);
      if (kind(i) == 1) {
        throw new IllegalArgumentException(canaries.words(i));
      }
      exchange.getMessage().setHeader("Location", "https://mail.example/" + canaries.mail(i));
    }

    private int number(Exchange exchange) {
      return Integer.parseInt(exchange.getMessage().getHeader("i", String.class));
    }
  }

  /** Whatever anybody writes into the log at the levels that a server has, with its exceptions. */
  private static final class Lines extends Handler {

    private final List<String> all = new CopyOnWriteArrayList<>();

    @Override
    public void publish(LogRecord line) {
      if (line.getLevel().intValue() < Level.INFO.intValue()) {
        return;
      }
      StringWriter text = new StringWriter();
      text.append(line.getLoggerName())
          .append(' ')
          .append(new SimpleFormatter().formatMessage(line));
      if (line.getThrown() != null) {
        line.getThrown().printStackTrace(new PrintWriter(text, true));
      }
      all.add(text.toString());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
