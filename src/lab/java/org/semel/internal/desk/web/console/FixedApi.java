// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import static java.nio.charset.StandardCharsets.UTF_16;

import jakarta.json.Json;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.semel.internal.desk.web.console.ConsoleHost.Asked;
import org.semel.internal.desk.web.console.ConsoleHost.Given;

/**
 * Answers the console as the API would, from fixed JSON. Every text that comes from outside is
 * {@link #text}.
 */
final class FixedApi implements ConsoleHost.Api {

  static final String INTENT = "0b0e7c1e-0f0a-4b55-9d2f-3a6a5f1c2d3e";
  static final String DIGEST = "7d0f3c58-58d4-8a3c-9a51-6a7b0f7f3a11";

  /** In the place of a text from outside; of an item of a list, {@code @n} is its number. */
  private static final String OUTSIDE = "@text";

  private static final String IDENTITY =
      """
      {"consumer": "@text", "key": "@text"}""";

  private static final String MESSAGE =
      """
      {"headers": {"count": 3}, "body": {"form": "BYTES", "size": 420,
         "shown": {"is": "AllowedFields", "fields": [{"at": "@text", "text": "@text", "isWhole": false}], "isComplete": false}},
       "origin": {"destination": "@text", "messageId": "@text", "deliveries": 4}}""";

  private static final String CASE =
      """
      {"id": @n, "consumer": "@text", "message": @message, "cause": {"reason": "@text", "group": "@text"},
       "evidence": {"identity": @identity, "offered": "@text",
         "conflict": {"recorded": "@text", "at": "2026-11-23T06:00:00Z"}, "holdsClaim": true},
       "standing": {"state": "PARKED", "since": "2026-11-23T06:30:00.123456Z", "failures": 2, "version": 7718}}""";

  private static final String OPENED_MESSAGE =
      """
      {"headers": {"@text": "@text"},
       "body": {"form": "TEXT", "size": 420, "contentType": "@text", "text": "@text"},
       "origin": {"destination": "@text", "messageId": "@text", "deliveries": 4}}""";

  private static final String OPENED =
      """
      {"id": @n, "consumer": "@text",
       "message": @opened,
       "cause": {"reason": "CONFLICT", "detail": "@text"},
       "evidence": {"identity": @identity, "differing": ["@text"], "holdsClaim": true},
       "standing": {"state": "PARKED", "since": "2026-11-23T06:30:00Z", "failures": 2, "version": 7718}}""";

  private static final String KEPT =
      """
      {"id": @n, "identity": @identity, "message": @message, "kept": "2026-11-23T05:00:00Z"}""";

  private static final String ONE_INTENT =
      """
      {"key": "0b0e7c1e-0f0a-4b55-9d2f-3a6a5f1c2d3e", "cause": @identity,
       "address": {"destination": "@text", "ordinal": 0, "name": "@text"}, "state": "PARKED",
       "answers": {"attempts": 3, "reason": "@text", "last": "@text", "settled": "2026-11-23T06:10:00Z",
         "sending": {"due": "2026-11-23T06:20:00Z", "uncertain": true}},
       "recorded": "2026-11-23T06:00:00Z", "version": 7719}""";

  private static final String PLAN =
      """
      {"id": @n, "consumer": "@text", "source": "PARKED", "by": {"who": "@text", "why": "@text"},
       "pace": {"rate": 10, "errorShare": 5},
       "progress": {"state": "FROZEN", "digest": "7d0f3c58-58d4-8a3c-9a51-6a7b0f7f3a11", "size": 42, "done": 0, "failed": 0,
                    "approval": {"is": "NotNeeded"}}}""";

  private static final String CONTENTS =
      """
      {"selection": {"consumer": "@text", "source": "PARKED", "most": 1000, "after": 0,
         "which": {"group": "@text", "parked": {"since": "2026-11-23T06:00:00Z"}, "keys": ["@text", "@text"]},
         "kept": {"period": {}, "upTo": 9223372036854775807}},
       "groups": [{"outcome": "AS_CHOSEN", "reason": "@text", "group": "@text", "rows": 41},
         {"outcome": "CHANGED", "rows": 1}],
       "changed": 1, "first": @item, "last": @item}""";

  private static final String ITEM =
      """
      {"ordinal": @n, "message": 17, "identity": @identity, "reason": "@text", "group": "@text", "outcome": "AS_CHOSEN"}""";

  private static final String GAP =
      """
      {"aggregate": @identity, "from": 4, "to": 6, "since": "2026-11-23T06:00:00Z"}""";

  private static final String NOTED =
      """
      {"id": @n, "at": "2026-11-23T06:00:00Z", "by": {"who": "@text", "why": "@text"},
       "act": "RELEASE", "subject": "@text", "outcome": "@text"}""";

  private static final String DOSSIER =
      """
      {"identity": @identity, "consumer": {"is": "Known", "name": "@text", "rule": "@text", "keyForm": "@text"},
       "claim": {"fingerprint": "@text", "at": "2026-11-23T05:00:00Z", "transaction": "@text"},
       "effects": [{"name": "@text", "at": "2026-11-23T05:00:01Z", "transaction": "@text"}],
       "absorbed": {"count": 2, "latest": "2026-11-23T05:30:00Z"},
       "failures": {"count": 1, "stops": 1, "kind": "@text"},
       "underway": {"stored": {"stage": "COMPLETED", "failures": 0, "lapses": 0, "step": "@text", "since": "2026-11-23T04:59:00Z"},
         "held": {"aggregate": @identity, "version": 7, "failures": 0, "since": "2026-11-23T04:59:30Z"}},
       "parked": [@case], "intents": [@intent],
       "acts": [{"at": "2026-11-23T06:40:00Z", "entry": {"act": "RELEASE", "by": {"who": "@text", "why": "@text"},
         "subject": {"name": "parked 17"}, "outcome": "@text"}}],
       "more": {"effects": true, "parked": true, "intents": true, "acts": true}}""";

  private static final Map<String, String> SHAPES =
      Map.ofEntries(
          Map.entry(
              "GET /",
              """
              {"user": "@text", "roles": ["VIEWER", "OPERATOR", "ADMIN", "PAYLOAD"], "scopes": [], "links": []}"""),
          Map.entry(
              "GET /backlog",
              """
              {"messages": [{"owner": "@text", "state": "CONFLICT", "rows": 3, "oldest": "PT26H3M1.5S"},
                {"owner": "@text", "state": "@text", "rows": 1, "oldest": "PT5S"}],
               "intents": [{"owner": "@text", "state": "parked", "rows": 2, "oldest": "PT2M"}]}"""),
          Map.entry(
              "GET /consumers",
              """
              {"node": "@text", "scope": "@text", "age": "PT0S",
               "items": [{"name": "@text", "rule": "@text", "keyForm": "@text", "runsHere": true,
                  "here": {"name": "@text", "state": {"is": "Receiving"}, "lasting": "PT3M"}},
                {"name": "waiting", "runsHere": false,
                  "here": {"name": "waiting", "state": {"is": "AwaitingProof", "cause": "@text", "nextTry": "PT4S"}, "lasting": "PT3M"}},
                {"name": "refused", "runsHere": false,
                  "here": {"name": "refused", "state": {"is": "RefusedByProof", "codes": ["@text"]}, "lasting": "PT3M"}},
                {"name": "other", "runsHere": false}]}"""),
          Map.entry(
              "GET /destinations",
              """
              {"node": "@text", "scope": "@text", "age": "PT0S",
               "items": [{"name": "@text", "state": {"is": "AccessDenied", "why": "@text", "nextTry": "PT0S"}},
                {"name": "slow", "state": {"is": "CircuitOpen", "failures": 5, "nextTry": "PT26S"}},
                {"name": "new", "state": {"is": "@text"}}]}"""),
          Map.entry(
              "GET /doctor",
              """
              {"node": "@text", "at": "2026-11-23T06:00:00Z", "worst": "ERROR", "observations": [
                {"severity": "ERROR", "code": "SEMEL-0844", "of": "@text", "finding": "@text", "meaning": "@text", "remedy": "@text"},
                {"severity": "UNSEEN", "code": "@text", "finding": "@text", "meaning": "@text", "remedy": "@text"},
                {"severity": "FINE", "code": "SEMEL-0841", "of": "@text", "finding": "@text", "meaning": "@text", "remedy": "@text"},
                {"severity": "FINE", "code": "SEMEL-0841", "finding": "@text", "meaning": "@text", "remedy": "@text"}]}"""),
          Map.entry(
              "GET /find",
              """
              {"items": [{"what": "parked", "target": "/parked/17"}, {"what": "@text", "target": "@text"}]}"""),
          Map.entry("GET /identities", DOSSIER),
          Map.entry("GET /parked", "list @case"),
          Map.entry("GET /parked/{id}", "@case"),
          Map.entry(
              "GET /failure-groups",
              """
              {"items": [
                {"consumer": "@text", "reason": "ATTEMPTS_EXHAUSTED", "group": "@text", "rows": 7, "oldest": "PT26H3M1.5S", "latest": "PT5S"},
                {"consumer": "@text", "reason": "@text", "rows": 1, "oldest": "PT5S", "latest": "PT5S"}]}"""),
          Map.entry("POST /parked/{id}/body", OPENED),
          Map.entry("POST /parked/{id}/release", "{\"is\": \"TookEffect\", \"suppressed\": 0}"),
          Map.entry("POST /parked/{id}/withdraw", "{\"is\": \"Withdrawn\"}"),
          Map.entry("POST /kept/{id}/replay", "{\"is\": \"Absorbed\"}"),
          Map.entry("GET /kept", "list @kept"),
          Map.entry("GET /kept/{id}", "@kept"),
          Map.entry(
              "POST /kept/{id}/body",
              """
              {"id": @n, "identity": @identity, "message": @opened, "kept": "2026-11-23T05:00:00Z"}"""),
          Map.entry(
              "POST /intents/{key}/body",
              """
              {"intent": @intent, "headers": {"@text": "@text"},
               "body": {"form": "TEXT", "size": 12, "text": "@text"}}"""),
          Map.entry("GET /intents", "list @intent"),
          Map.entry("GET /intents/{key}", "@intent"),
          Map.entry(
              "GET /intent-groups",
              """
              {"items": [
                {"destination": "@text", "reason": "REFUSED", "group": "@text", "rows": 7, "oldest": "PT26H3M1.5S", "latest": "PT5S"},
                {"destination": "@text", "reason": "@text", "rows": 1, "oldest": "PT5S", "latest": "PT5S"}]}"""),
          Map.entry(
              "POST /intents/{key}/withdraw",
              "{\"is\": \"Done\", \"destination\": \"@text\", \"before\": \"PENDING\"}"),
          Map.entry(
              "POST /intents/{key}/delivered",
              "{\"is\": \"Done\", \"destination\": \"@text\", \"before\": \"PARKED\"}"),
          Map.entry("GET /plans", "list @plan"),
          Map.entry("GET /plans/{id}", "@plan"),
          Map.entry("GET /plans/{id}/contents", CONTENTS),
          Map.entry("GET /plans/{id}/items", "list @item"),
          Map.entry("POST /plans", "{\"is\": \"Frozen\", \"plan\": @plan}"),
          Map.entry("POST /plans/{id}/start", "{\"is\": \"Entered\", \"plan\": @plan}"),
          Map.entry("POST /plans/{id}/approve", "{\"is\": \"Approved\", \"plan\": @plan}"),
          Map.entry(
              "POST /plans/{id}/rehearse",
              """
              {"fresh": 40, "absorbed": 1, "conflicting": 1, "early": 0, "refused": 0, "gone": 0, "busy": 0}"""),
          Map.entry(
              "GET /pauses",
              """
              {"items": [{"target": {"kind": "CONSUMER", "name": "other"}, "kept": true,
                  "by": {"who": "@text", "why": "@text"}, "since": "2026-11-23T06:00:00Z"},
                {"target": {"kind": "DESTINATION", "name": "@text"}, "kept": false,
                  "by": {"who": "@text", "why": "@text"}, "since": "2026-11-23T06:00:00Z", "lapsed": "2026-11-23T06:05:00Z"}]}"""),
          Map.entry("POST /consumers/{consumer}/pause", "{\"is\": \"Paused\"}"),
          Map.entry("POST /consumers/{consumer}/resume", "{\"is\": \"Resumed\"}"),
          Map.entry("POST /destinations/{destination}/resume", "{\"is\": \"Resumed\"}"),
          Map.entry(
              "GET /in-doubt",
              """
              {"transactions": [{"gid": "@text", "prepared": "2026-11-23T06:00:00Z", "age": "PT3M", "role": "@text",
                  "global": {"format": 131077, "id": "00ff", "node": "@text"}, "decision": "COMMIT",
                  "atBroker": "PREPARED", "tables": ["@text"], "identities": "CANNOT_BE_SEEN"},
                {"gid": "by hand", "prepared": "2026-11-23T06:00:00Z", "age": "PT1S", "role": "@text",
                  "decision": "CANNOT_BE_SEEN", "atBroker": "CANNOT_BE_SEEN", "tables": [], "identities": "CANNOT_BE_SEEN"}],
               "atBrokers": [{"global": {"format": 131077, "id": "00ff", "node": "@text"}, "seen": "PT2M", "decision": "COMMIT",
                  "atDatabase": "PREPARED"}],
               "inLog": [{"global": {"format": 131077, "id": "00fe", "node": "@text"}, "seen": "PT4M", "atDatabase": "NOT_PREPARED",
                  "atBroker": "CANNOT_BE_SEEN"}],
               "lookAge": "PT12S", "log": {"name": "log", "sight": "SEEN"},
               "brokers": [{"name": "@text", "sight": "CANNOT_BE_SEEN", "why": "@text"}, {"name": "jms/other", "sight": "SEEN"}]}"""),
          Map.entry("GET /gaps", "list @gap"),
          Map.entry(
              "GET /aggregates",
              """
              {"aggregate": @identity, "version": 3, "ignored": 1, "waiting": 2}"""),
          Map.entry("GET /audit", "list @noted"));

  private static final Set<String> OF_MEMORY =
      Set.of("GET /", "GET /consumers", "GET /destinations", "GET /doctor");

  final List<Asked> asked = new CopyOnWriteArrayList<>();

  private final Map<String, Given> instead = new ConcurrentHashMap<>();
  private final Map<String, CountDownLatch> late = new ConcurrentHashMap<>();

  private volatile String text = "orders";
  private volatile int items = 3;
  private volatile boolean quotes;

  /** All texts from outside are this one from now on. */
  void text(String outside) {
    text = outside;
  }

  /** Lists have so many items from now on. */
  void items(int many) {
    items = many;
  }

  /** The plan that is asked for waits for a second person; {@code maker} has made it. */
  void awaitsASecondPerson(String maker) {
    instead(
        "GET /plans/3",
        200,
        json("@plan", 3)
            .replace("{\"is\": \"NotNeeded\"}", "{\"is\": \"Awaited\"}")
            .replaceFirst("\"who\": \"[^\"]*\"", "\"who\": \"" + maker + "\""));
  }

  /** Every act is refused from now on, and the refusal quotes its reason. */
  void quotesReasons() {
    quotes = true;
  }

  /** A parked message, after it was released. */
  String releasedCase(int number) {
    return json("@case", number).replace("\"PARKED\"", "\"RELEASED\"");
  }

  /** Lists of intents have those of this state from now on. */
  void intentsAre(String state) {
    instead("GET /intents", 200, json("list @intent", 17).replace("\"PARKED\"", '"' + state + '"'));
  }

  /** A dossier shows all that there is from now on. */
  void dossierIsWhole() {
    instead("GET /identities", 200, filled(DOSSIER.replace(": true", ": false"), 17));
  }

  /** A method and path are answered so from now on. */
  void instead(String methodAndPath, int status, String json) {
    instead.put(methodAndPath, new Given(status, json));
  }

  /** Views are answered as while the database is away: by what a node knows, or by why not. */
  void databaseIsAway() {
    for (String view : SHAPES.keySet()) {
      if (view.startsWith("GET ") && !OF_MEMORY.contains(view)) {
        for (String id : List.of("3", "17")) {
          instead(
              view.replace("{id}", id).replace("{key}", INTENT),
              503,
              """
              {"title": "A view could not be read.", "code": "SEMEL-0822",
               "detail": "The database has not answered this node for 12 s."}""");
        }
      }
    }
    instead(
        "GET /consumers",
        200,
        """
        {"node": "here", "scope": "x", "age": "PT0S", "databaseSilent": "PT12S",
         "items": [{"name": "orders", "runsHere": true, "here": {"name": "orders", "lasting": "PT12S",
            "state": {"is": "PausedByOutage", "cause": "SQLState 08006", "nextTry": "PT4S"}}}]}""");
  }

  /** A method and path are answered no sooner than {@code when}. */
  void late(String methodAndPath, CountDownLatch when) {
    late.put(methodAndPath, when);
  }

  private void whenItIsTime(String methodAndPath) {
    try {
      CountDownLatch when = late.get(methodAndPath);
      if (when != null) {
        when.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** As at first. */
  void reset() {
    instead.clear();
    late.clear();
    asked.clear();
    text = "orders";
    items = 3;
    quotes = false;
  }

  @Override
  public Given answer(Asked request) {
    asked.add(request);
    String path = request.target().split("\\?", 2)[0];
    whenItIsTime(request.method() + " " + path);
    Given other = instead.get(request.method() + " " + path);
    if (other != null) {
      return other;
    }
    if (quotes && request.method().equals("POST")) {
      return new Given(409, refusal(request.body()));
    }
    String shape = SHAPES.get(request.method() + " " + template(path));
    return shape == null
        ? new Given(
            404,
            "{\"title\": \"Nothing there.\", \"detail\": \"No such path.\", \"code\": \"SEMEL-0000\"}")
        : new Given(200, json(shape, number(path)));
  }

  /** Half of a pair is no character of a reason that a server has read. */
  private static String refusal(String body) {
    String why = Json.createReader(new StringReader(body)).readObject().getString("why");
    return Json.createObjectBuilder()
        .add("title", "Not possible now.")
        .add("detail", new String(why.getBytes(UTF_16), UTF_16))
        .add("code", "SEMEL-0000")
        .build()
        .toString();
  }

  private static String template(String path) {
    return path.replaceFirst("^/(parked|kept|plans)/\\d+", "/$1/{id}")
        .replaceFirst("^/intents/[0-9a-f-]{36}", "/intents/{key}")
        .replaceFirst("^/(consumer|destination)s/[^/]+/", "/$1s/{$1}/");
  }

  private static int number(String path) {
    return path.matches("/\\w+/\\d+(/.*)?") ? Integer.parseInt(path.split("/", -1)[2]) : 17;
  }

  private String json(String shape, int number) {
    if (!shape.startsWith("list ")) {
      return filled(shape, number);
    }
    String one = shape.substring("list ".length());
    StringBuilder list = new StringBuilder("{\"items\": [");
    for (int i = 0; i < items; i++) {
      list.append(i == 0 ? "" : ", ").append(filled(one, number + i));
    }
    return list.append("], \"next\": \"/parked?consumer=orders&after=19&limit=3\"}").toString();
  }

  private String filled(String shape, int number) {
    String whole =
        shape
            .replace("@case", CASE)
            .replace("@intent", ONE_INTENT)
            .replace("@plan", PLAN)
            .replace("@item", ITEM)
            .replace("@gap", GAP)
            .replace("@noted", NOTED)
            .replace("@kept", KEPT)
            .replace("@message", MESSAGE)
            .replace("@opened", OPENED_MESSAGE)
            .replace("@identity", IDENTITY)
            .replace("@n", String.valueOf(number));
    return whole.replace('"' + OUTSIDE + '"', Json.createValue(text).toString());
  }
}
