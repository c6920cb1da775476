// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.rest;

import java.util.Map;
import java.util.Optional;
import org.semel.internal.operate.AnsweredRequests;
import org.semel.internal.rest.call.Caller;
import org.semel.internal.rest.call.RequestRefused;
import org.semel.operations.AuditEntry;
import org.semel.operations.OperatorContext;

/**
 * Writes into the audit who asked for an act and was refused: for want of a role, or as things
 * stood. What was malformed has asked for nothing. The refusal is answered even if its line cannot
 * be written; the log says so then.
 */
final class RefusedActs {

  private static final String UNSAID = "not said";
  private static final int LONGEST = 200;

  private final AnsweredRequests answered;
  private final RestListener listener;

  RefusedActs(AnsweredRequests answered, RestListener listener) {
    this.answered = answered;
    this.listener = listener;
  }

  /** Somebody may not do that. What a foreign page lets their browser send is not theirs. */
  void forbidden(Caller caller, RestRequest request, RequestRefused refused) {
    try {
      RequestGuard.checkOrigin(request);
    } catch (RequestRefused foreign) {
      return;
    }
    OperatorContext by = new OperatorContext(shortened(caller.name()), why(request));
    refused(by, request, outcome(refused));
  }

  /** The same of a request that was read. */
  void refused(OperatorContext by, RestRequest request, String outcome) {
    AuditEntry.Subject subject =
        new AuditEntry.Subject(
            shortened(request.method() + " " + request.path()), Optional.empty());
    try {
      answered.note(new AuditEntry(by, AuditEntry.Act.REFUSED, subject, outcome));
    } catch (RuntimeException e) {
      listener.failed(request.path(), e);
    }
  }

  /** What a refusal comes to, for the audit. */
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
