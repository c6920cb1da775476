// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.desk.operate.act.Admission;
import org.semel.internal.desk.operate.act.AnsweredRequests;
import org.semel.internal.desk.operate.act.ViewUnread;
import org.semel.internal.desk.web.rest.call.Call;
import org.semel.internal.desk.web.rest.call.CallResult;
import org.semel.internal.desk.web.rest.call.Endpoint;
import org.semel.internal.desk.web.rest.call.RequestRefused;

/**
 * Acts once under each key. A repeat of the same request is answered as the first was, and does
 * nothing. An act that changed nothing and may be tried again (busy, away, refused before it began,
 * rolled back) is not remembered. The key of an act whose outcome no one knows stays taken: it is
 * never done a second time by guess.
 */
final class Acts {

  private final AnsweredRequests answered;
  private final RefusedActs refusals;
  private final RestListener listener;

  Acts(AnsweredRequests answered, RefusedActs refusals, RestListener listener) {
    this.answered = answered;
    this.refusals = refusals;
    this.listener = listener;
  }

  RestReply once(Endpoint endpoint, Call call, RestRequest request) {
    String key = RequestGuard.key(request);
    call.by(); // a reason that cannot be is refused before the key is taken
    Admission admission = answered.admit(call.caller().name(), key, digest(request));
    if (admission instanceof Admission.Repeated repeated) {
      return Replies.again(repeated.status(), repeated.answer());
    }
    if (admission instanceof Admission.Unanswered unanswered) {
      return inWork(unanswered);
    }
    if (admission instanceof Admission.Mismatch) {
      throw new RequestRefused(422, Code.KEY_REUSED, "Take a key of its own for each request.");
    }
    return first(endpoint, call, key, request);
  }

  private static RestReply inWork(Admission.Unanswered unanswered) {
    return Replies.inWork(
        "It was begun at "
            + unanswered.since()
            + ". If it stays so, its server has ended: look in the audit, and take a new key.");
  }

  private RestReply first(Endpoint endpoint, Call call, String key, RestRequest request) {
    String who = call.caller().name();
    RestReply reply;
    try {
      CallResult result = endpoint.answer(call);
      reply = Replies.of(result);
      if (isRefusal(reply)) {
        refusals.refused(call.by(), request, reply.status() + " " + name(result));
      }
    } catch (RequestRefused e) {
      giveBack(who, key);
      if (e.status() != 400) {
        refusals.refused(call.by(), request, RefusedActs.outcome(e));
      }
      throw e;
    } catch (ViewUnread e) { // what it had to look at before it began
      giveBack(who, key);
      throw e;
    } catch (SemelException e) {
      if (e.code() == Code.ACT_UNDONE) {
        giveBack(who, key);
      }
      throw e;
    }
    keep(who, key, reply);
    return reply;
  }

  /** Whether the act is refused. An act that may be tried again is not refused yet. */
  private static boolean isRefusal(RestReply reply) {
    return reply.status() >= 400 && !reply.headers().containsKey("Retry-After");
  }

  private static String name(CallResult result) {
    return result instanceof CallResult.Performed performed
        ? performed.outcome().getClass().getSimpleName()
        : "";
  }

  private void keep(String who, String key, RestReply reply) {
    if (reply.headers().containsKey("Retry-After")) {
      giveBack(who, key);
      return;
    }
    try {
      answered.answered(who, key, reply.status(), reply.text());
    } catch (SemelException e) { // the act holds, so that the caller must learn of it
      listener.answerNotKept(e);
    }
  }

  /**
   * Gives the key back. If that fails now, it is given back later: the caller must learn the
   * outcome of the act.
   */
  private void giveBack(String who, String key) {
    try {
      answered.giveBack(who, key);
    } catch (SemelException e) {
      // nothing holds, so that there is nothing to tell but the answer
    }
  }

  private static byte[] digest(RestRequest request) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      sha256.update(
          (request.method() + ' ' + request.target() + '\n').getBytes(StandardCharsets.UTF_8));
      return sha256.digest(request.body().bytes());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
