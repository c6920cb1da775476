// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.desk.operate.act.AnsweredRequests;
import org.semel.internal.desk.operate.act.ViewUnread;
import org.semel.internal.desk.watch.redaction.ShownFields;
import org.semel.internal.desk.web.rest.call.Call;
import org.semel.internal.desk.web.rest.call.CallResult;
import org.semel.internal.desk.web.rest.call.Caller;
import org.semel.internal.desk.web.rest.call.Endpoint;
import org.semel.internal.desk.web.rest.call.ExportedRows;
import org.semel.internal.desk.web.rest.call.Query;
import org.semel.internal.desk.web.rest.call.RequestRefused;
import org.semel.internal.desk.web.rest.call.ScopeRule;
import org.semel.internal.desk.web.rest.endpoint.GapEndpoints;
import org.semel.internal.desk.web.rest.endpoint.GeneralEndpoints;
import org.semel.internal.desk.web.rest.endpoint.IdentityEndpoints;
import org.semel.internal.desk.web.rest.endpoint.InDoubtEndpoints;
import org.semel.internal.desk.web.rest.endpoint.IntentEndpoints;
import org.semel.internal.desk.web.rest.endpoint.KeptEndpoints;
import org.semel.internal.desk.web.rest.endpoint.NodeEndpoints;
import org.semel.internal.desk.web.rest.endpoint.ParkedEndpoints;
import org.semel.internal.desk.web.rest.endpoint.PauseEndpoints;
import org.semel.internal.desk.web.rest.endpoint.PlanEndpoints;
import org.semel.operations.Operations;

/**
 * Answers requests. The caller is known. Whether it may call, and whether a browser was made to
 * call, is decided here, before anything is read. Safe for any thread.
 */
public final class RestApi {

  private static final String OTHER_SCOPE =
      " for what this is about; yours covers other consumers or destinations";

  private final List<Endpoint> table;
  private final Acts acts;
  private final RefusedActs refusals;
  private final RestListener listener;

  /**
   * The API over the operations of one application.
   *
   * @param answered remembers the answers of acts
   * @param operatorLimit messages or intents of the largest plan that an operator may start
   * @param fields what is shown of the bodies of the consumer of this name
   */
  public RestApi(
      Operations operations,
      AnsweredRequests answered,
      int operatorLimit,
      Function<String, ShownFields> fields,
      RestListener listener) {
    this(operations, answered, operatorLimit, fields, listener, System::nanoTime);
  }

  /** The same by another clock. */
  RestApi(
      Operations operations,
      AnsweredRequests answered,
      int operatorLimit,
      Function<String, ShownFields> fields,
      RestListener listener,
      LongSupplier nanos) {
    this.table = table(operations, operatorLimit, fields);
    this.refusals = new RefusedActs(answered, listener, nanos);
    this.acts = new Acts(answered, refusals, listener);
    this.listener = listener;
  }

  /** All that it has, the more exact path before the less exact one. */
  static List<Endpoint> table(
      Operations operations, int operatorLimit, Function<String, ShownFields> fields) {
    List<Endpoint> described =
        Stream.of(
                new GeneralEndpoints(operations).all(),
                new NodeEndpoints(operations).all(),
                new ParkedEndpoints(operations, fields).all(),
                new KeptEndpoints(operations, fields).all(),
                new IntentEndpoints(operations).all(),
                new IdentityEndpoints(operations, fields).all(),
                new GapEndpoints(operations).all(),
                new PlanEndpoints(operations, operatorLimit).all(),
                new PauseEndpoints(operations).all(),
                new InDoubtEndpoints(operations).all())
            .flatMap(List::stream)
            .toList();
    List<Endpoint> all = new ArrayList<>(described);
    all.add(
        Endpoint.view(
                "/openapi.json",
                "This description.",
                call -> new CallResult.Documented(OpenApi.describing(all)))
            .within(ScopeRule.EACH));
    return List.copyOf(all);
  }

  List<Endpoint> table() {
    return table;
  }

  /** The answer while the API is switched off. */
  public static RestReply off() {
    return Replies.refused(
        RequestRefused.absent("There is nothing here; semel.console=on switches the API on."));
  }

  /** Never throws. */
  public RestReply answer(RestRequest request) {
    try {
      return admitted(request);
    } catch (RequestRefused e) {
      return Replies.refused(e);
    } catch (RuntimeException e) {
      return failed(request, e);
    }
  }

  /**
   * The answer to a request that failed. An absent database is reported where it is met first, and
   * not by every look at a page.
   */
  private RestReply failed(RestRequest request, RuntimeException e) {
    if (!(e instanceof ViewUnread unread && unread.silence().isPresent())) {
      listener.failed(request.path(), e);
    }
    if (e instanceof ViewUnread unread) {
      return request.method().equals("GET")
          ? Replies.later(unread.code(), unread.sentence())
          : Replies.later(Code.ACT_UNDONE, "It was not begun. " + unread.sentence());
    }
    return e instanceof SemelException ours && ours.code() == Code.ACT_UNDONE
        ? Replies.later(ours.code(), "Its transaction was rolled back.")
        : Replies.problem(500, code(e), "The log of this node says why.", Map.of());
  }

  /** The message may quote more than a caller may read. */
  private static Code code(RuntimeException e) {
    return e instanceof SemelException ours ? ours.code() : Code.API_FAILED;
  }

  private RestReply admitted(RestRequest request) {
    Optional<Caller> caller = request.caller();
    if (caller.isEmpty()) {
      return unknown(request);
    }
    refusals.writeCounts();
    List<String> path = Query.segments(request.path());
    List<Endpoint> there =
        table.stream().filter(endpoint -> endpoint.path().match(path).isPresent()).toList();
    if (there.isEmpty()) {
      throw RequestRefused.absent("There is no such path; GET / lists what there is.");
    }
    return there.stream()
        .filter(endpoint -> endpoint.type().method().equals(request.method()))
        .findFirst()
        .map(endpoint -> allowed(endpoint, caller.get(), request))
        .orElseGet(() -> otherMethod(there));
  }

  /** A browser's own dialogue would come between the console and its user. */
  private static RestReply unknown(RestRequest request) {
    return Replies.problem(
        401,
        Code.CALLER_UNKNOWN,
        "Log in first.",
        request.header(RequestGuard.CONSOLE).isPresent()
            ? Map.of()
            : Map.of("WWW-Authenticate", "Basic realm=\"semel\", charset=\"UTF-8\""));
  }

  private void checkScope(Endpoint endpoint, Call call, RestRequest request) {
    if (!endpoint.admits(call)) {
      throw withoutRole(endpoint, call.caller(), request, OTHER_SCOPE);
    }
  }

  private RequestRefused withoutRole(
      Endpoint endpoint, Caller caller, RestRequest request, String more) {
    RequestRefused refused =
        RequestRefused.forbidden(
            Code.ROLE_MISSING, "This needs the role " + endpoint.role().word() + more + ".");
    if (endpoint.type() != Endpoint.EndpointType.VIEW) {
      refusals.forbidden(caller, endpoint, request, refused);
    }
    return refused;
  }

  private static RestReply otherMethod(List<Endpoint> there) {
    List<String> methods =
        there.stream().map(endpoint -> endpoint.type().method()).distinct().sorted().toList();
    String allow = String.join(", ", methods);
    return Replies.problem(
        405, Code.REQUEST_INVALID, "Here is only: " + allow + ".", Map.of("Allow", allow));
  }

  private RestReply view(CallResult answer) {
    return answer instanceof ExportedRows rows
        ? Replies.rows(new CsvRows(rows, listener))
        : Replies.of(answer);
  }

  private RestReply allowed(Endpoint endpoint, Caller caller, RestRequest request) {
    if (!caller.maySomewhere(endpoint.role())) {
      throw withoutRole(endpoint, caller, request, "");
    }
    Map<String, String> places =
        endpoint.path().match(Query.segments(request.path())).orElseThrow();
    if (endpoint.type() == Endpoint.EndpointType.VIEW) {
      Call call = new Call(endpoint.parameters(), caller, places, Query.values(request.query()));
      checkScope(endpoint, call, request);
      return view(endpoint.answer(call));
    }
    RequestGuard.checkOrigin(request);
    if (!request.query().isEmpty()) {
      throw RequestRefused.invalid("What a POST says stands in its body, not in a query.");
    }
    Map<String, Object> given = WireJson.members(RequestGuard.json(request));
    Call call = new Call(endpoint.parameters(), caller, places, given);
    checkScope(endpoint, call, request);
    return endpoint.type() == Endpoint.EndpointType.ACT
        ? acts.once(endpoint, call, request)
        : Replies.of(endpoint.answer(call));
  }
}
