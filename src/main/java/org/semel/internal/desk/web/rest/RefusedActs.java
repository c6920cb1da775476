// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.semel.internal.desk.operate.act.AnsweredRequests;
import org.semel.internal.desk.web.rest.call.Caller;
import org.semel.internal.desk.web.rest.call.Endpoint;
import org.semel.internal.desk.web.rest.call.RequestRefused;
import org.semel.operations.AuditEntry;
import org.semel.operations.OperatorContext;

/**
 * Writes into the audit who asked for an act and was refused: for want of a role, or as things
 * stood. A malformed request has asked for nothing. The refusal is answered even if its line cannot
 * be written; the log says so then.
 *
 * <p>Anyone who may log in can be refused for want of a role, and no line of the audit may be
 * deleted. So these are counted by caller and path: the first has a line at once, the others of the
 * next minute have one line together, with their number. It is written with the first request of
 * any caller after that minute.
 */
final class RefusedActs {

  private static final String UNSAID = "not said";
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();
  private static final int LONGEST = 200;

  private final AnsweredRequests answered;
  private final RestListener listener;
  private final LongSupplier nanos;
  private final Map<Alike, Repeats> repeated = new HashMap<>();

  RefusedActs(AnsweredRequests answered, RestListener listener, LongSupplier nanos) {
    this.answered = answered;
    this.listener = listener;
    this.nanos = nanos;
  }

  /**
   * The refusals that are counted together.
   *
   * @param path with names in place of values
   */
  private record Alike(String who, String path, String outcome) {}

  /**
   * The number of those behind the first.
   *
   * @param first when that was
   */
  private record Repeats(long first, long count) {

    Repeats andOne() {
      return new Repeats(first, count + 1);
    }

    boolean isOver(long now) {
      return now - first >= MINUTE;
    }
  }

  /**
   * The caller lacks the role. A request that a foreign page made their browser send is not theirs.
   */
  void forbidden(Caller caller, Endpoint endpoint, RestRequest request, RequestRefused refused) {
    try {
      RequestGuard.checkOrigin(request);
    } catch (RequestRefused foreign) {
      return;
    }
    listener.refused();
    String who = shortened(caller.name());
    String path = endpoint.type().method() + " " + endpoint.path().text();
    if (isFirst(new Alike(who, path, outcome(refused)))) {
      refused(new OperatorContext(who, why(request)), request, outcome(refused));
    }
  }

  private synchronized boolean isFirst(Alike refusal) {
    Repeats none = new Repeats(nanos.getAsLong(), 0);
    return repeated.merge(refusal, none, (before, now) -> before.andOne()).count() == 0;
  }

  /** Writes how often callers were refused in the minutes that are over. */
  void writeCounts() {
    over().forEach(this::write);
  }

  private synchronized Map<Alike, Repeats> over() {
    long now = nanos.getAsLong();
    Map<Alike, Repeats> over = new HashMap<>(repeated);
    over.values().removeIf(repeats -> !repeats.isOver(now));
    repeated.keySet().removeAll(over.keySet());
    return over;
  }

  private void write(Alike refusal, Repeats repeats) {
    if (repeats.count() > 0) {
      String outcome = refusal.outcome() + ", " + repeats.count() + " more within a minute";
      write(new OperatorContext(refusal.who(), UNSAID), refusal.path(), outcome);
    }
  }

  /** A request that was read is refused. */
  void refused(OperatorContext by, RestRequest request, String outcome) {
    write(by, shortened(request.method() + " " + request.path()), outcome);
  }

  private void write(OperatorContext by, String subject, String outcome) {
    AuditEntry.Subject about = new AuditEntry.Subject(subject, Optional.empty());
    try {
      answered.note(new AuditEntry(by, AuditEntry.Act.REFUSED, about, outcome));
    } catch (RuntimeException e) {
      listener.failed(subject, e);
    }
  }

  /** The outcome of a refusal, for the audit. */
  static String outcome(RequestRefused refused) {
    return refused.status() + " " + refused.code().text();
  }

  private static String why(RestRequest request) {
    try {
      Map<String, Object> members = WireJson.members(RequestGuard.json(request));
      return members.get("why") instanceof String why
          ? new OperatorContext("they", why).why()
          : UNSAID;
    } catch (RequestRefused | IllegalArgumentException e) {
      return UNSAID;
    }
  }

  private static String shortened(String text) {
    return text.substring(0, Math.min(LONGEST, text.length()));
  }
}
