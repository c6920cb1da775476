// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import jakarta.json.JsonObjectBuilder;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.semel.Code;
import org.semel.internal.desk.watch.redaction.Redaction;
import org.semel.internal.desk.web.rest.call.CallResult;
import org.semel.internal.desk.web.rest.call.RequestRefused;
import org.semel.operations.GapActs.Loss;
import org.semel.operations.IntentActs.Intervention;
import org.semel.operations.ReleaseResult;

/** Makes replies: JSON, or a problem of RFC 9457; each with the headers that guard a browser. */
final class Replies {

  private static final String JSON = "application/json";
  private static final String PROBLEM = "application/problem+json";
  private static final long SOON = 5;

  private static final Map<String, String> GUARDS =
      Map.of(
          "Cache-Control", "no-store",
          "X-Content-Type-Options", "nosniff",
          "Referrer-Policy", "no-referrer",
          "Cross-Origin-Resource-Policy", "same-origin",
          "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");

  private Replies() {}

  static RestReply of(CallResult answer) {
    if (answer instanceof CallResult.Performed performed) {
      return outcome(performed.outcome());
    }
    if (answer instanceof CallResult.Documented described) {
      return reply(200, JSON, WireJson.text(described.api()));
    }
    if (answer instanceof CallResult.Opened opened) {
      return json(Redaction.OPEN.object(opened.value()));
    }
    CallResult.Shown shown = (CallResult.Shown) answer;
    return json(Redaction.showing(shown.fields()).object(shown.value()));
  }

  /** A list as rows; the names of the columns tell what a cell is. */
  static RestReply rows(CsvRows rows) {
    RestReply first = reply(200, CsvText.TYPE, rows.first());
    RestReply named = with(first, "Content-Disposition", "attachment; filename=\"semel.csv\"");
    return new RestReply(200, named.text(), named.headers(), rows);
  }

  /** The answer that the request had before. */
  static RestReply again(int status, String text) {
    return reply(status, status < 400 ? JSON : PROBLEM, text);
  }

  static RestReply json(JsonObjectBuilder object) {
    return reply(200, JSON, WireJson.text(object.build()));
  }

  private static RestReply outcome(Record came) {
    HttpOutcome outcome = HttpOutcome.of(came.getClass());
    JsonObjectBuilder fields = Redaction.STRICT.object(came);
    if (outcome.isDone()) {
      return reply(outcome.status(), JSON, WireJson.text(fields.build()));
    }
    JsonObjectBuilder problem =
        problem(outcome.status(), outcome.code(), detail(outcome, came)).addAll(fields);
    RestReply reply = reply(outcome.status(), PROBLEM, WireJson.text(problem.build()));
    return outcome.comesAgain() ? with(reply, "Retry-After", String.valueOf(wait(came))) : reply;
  }

  /** The sentence on an outcome that is no success. It claims no more than is known. */
  private static String detail(HttpOutcome outcome, Record came) {
    if (outcome == HttpOutcome.FAILED) {
      return "What the route did in its transaction is undone, and the failure is noted with the"
          + " message. What it did outside that transaction is not known here.";
    }
    if (came instanceof ReleaseResult.PlanWaits waits) {
      return "Nothing was changed. Plan %s of this one message does not go on by itself: resume it, or withdraw it and act again."
          .formatted(waits.plan());
    }
    if (came instanceof Loss.StillStored stored) {
      return "Nothing was changed. Version %s is not missing: it is stored as %s, and its turn or its retry is still to come."
          .formatted(stored.version(), stored.identity().key());
    }
    if (came instanceof Loss.StillParked parked) {
      return "Nothing was changed. Version %s is not missing: it is parked as number %s. Release it, or withdraw it first."
          .formatted(parked.version(), parked.parked());
    }
    return "Nothing was changed: " + came.getClass().getSimpleName() + ".";
  }

  private static long wait(Record came) {
    return came instanceof Intervention.Busy busy
        ? Math.max(1, busy.remaining().toSeconds() + 1)
        : SOON;
  }

  /** Another request with the same key is in work. */
  static RestReply inWork(String detail) {
    return problem(409, Code.REQUEST_IN_WORK, detail, Map.of("Retry-After", String.valueOf(SOON)));
  }

  /** Nothing came of it, and the very same request may be answered soon. */
  static RestReply later(Code code, String detail) {
    return problem(503, code, detail, Map.of("Retry-After", String.valueOf(SOON)));
  }

  static RestReply refused(RequestRefused refused) {
    return problem(refused.status(), refused.code(), refused.detail(), Map.of());
  }

  static RestReply problem(int status, Code code, String detail, Map<String, String> headers) {
    RestReply reply = reply(status, PROBLEM, WireJson.text(problem(status, code, detail).build()));
    Map<String, String> all = new HashMap<>(reply.headers());
    all.putAll(headers);
    return new RestReply(status, reply.text(), all);
  }

  private static JsonObjectBuilder problem(int status, Code code, String detail) {
    String name = code.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return WireJson.object()
        .add("type", "urn:semel:problem:" + name)
        .add("title", code.meaning())
        .add("status", status)
        .add("detail", detail)
        .add("code", code.text());
  }

  private static RestReply with(RestReply reply, String header, String value) {
    Map<String, String> all = new HashMap<>(reply.headers());
    all.put(header, value);
    return new RestReply(reply.status(), reply.text(), all);
  }

  private static RestReply reply(int status, String type, String text) {
    Map<String, String> headers = new HashMap<>(GUARDS);
    headers.put("Content-Type", type + ";charset=utf-8");
    return new RestReply(status, text, headers);
  }
}
