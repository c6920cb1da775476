// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.rest.endpoint;

import static org.semel.internal.rest.call.Parameter.BEFORE;
import static org.semel.internal.rest.call.Parameter.GROUP;
import static org.semel.internal.rest.call.Parameter.LIMIT;
import static org.semel.internal.rest.call.Parameter.REASON;
import static org.semel.internal.rest.call.Parameter.SINCE;
import static org.semel.internal.rest.call.Parameter.TEXT;
import static org.semel.internal.rest.call.Parameter.UNTIL;

import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.semel.Code;
import org.semel.internal.rest.call.Call;
import org.semel.internal.rest.call.CallResult;
import org.semel.internal.rest.call.Endpoint;
import org.semel.internal.rest.call.Listing;
import org.semel.internal.rest.call.Parameter;
import org.semel.internal.rest.call.Query;
import org.semel.internal.rest.call.RequestRefused;
import org.semel.internal.rest.call.Role;
import org.semel.operations.DryRunReport;
import org.semel.operations.Operations;
import org.semel.operations.ParkedFilter;
import org.semel.operations.Plan;
import org.semel.operations.Selection;

/** Replays of many messages, and acts upon many intents. */
public final class PlanEndpoints {

  private static final int MOST_ITEMS = 100_000;

  private static final Parameter OWNER =
      Parameter.required(
          "owner", Parameter.Type.TEXT, "The consumer's name; for intents the destination's.");
  private static final Parameter SOURCE =
      Parameter.required(
          "source",
          Parameter.Type.TEXT,
          "PARKED, KEPT, RETRY_INTENTS, WITHDRAW_INTENTS or DELIVER_INTENTS.");
  private static final Parameter MOST =
      Parameter.required("most", Parameter.Type.NUMBER, "At most so many; 1 to 100000.");
  private static final Parameter AFTER =
      Parameter.optional(
          "after", Parameter.Type.NUMBER, "Only messages of a higher number than this.");
  private static final Parameter UP_TO =
      Parameter.optional(
          "upTo", Parameter.Type.NUMBER, "Only kept messages of no higher number than this.");
  private static final Parameter RATE =
      Parameter.optional(
          "rate", Parameter.Type.NUMBER, "Messages a second; 1 to 1000, 10 unless told.");
  private static final Parameter ERROR_SHARE =
      Parameter.optional(
          "errorShare",
          Parameter.Type.NUMBER,
          "Percent that may fail before it stops; 0 to 100, 5 unless told.");

  private static final Parameter DIGEST =
      Parameter.required(
          "digest", Parameter.Type.UUID, "Of the set that the approver has seen; from the plan.");

  private final Operations operations;
  private final int operatorLimit;

  /**
   * Plans.
   *
   * @param operatorLimit messages or intents of the largest plan that an operator may start
   */
  public PlanEndpoints(Operations operations, int operatorLimit) {
    this.operations = operations;
    this.operatorLimit = operatorLimit;
  }

  public List<Endpoint> all() {
    return Stream.of(views(), freezing(), moves()).flatMap(List::stream).toList();
  }

  private List<Endpoint> views() {
    return List.of(
        Endpoint.view("/plans", "Plans, the newest first.", this::list, BEFORE, LIMIT),
        Endpoint.view(
            "/plans/{id}",
            "A plan, and how far it has come.",
            call -> CallResult.shown(plan(call))),
        Endpoint.reading(
            Role.OPERATOR,
            "/plans/{id}/rehearse",
            "What a plan would come to if it ran now; nothing is changed.",
            this::rehearse));
  }

  private List<Endpoint> freezing() {
    return List.of(
        Endpoint.act(
            Role.OPERATOR,
            "/plans",
            "Freezes a plan: fixes its messages or intents, and starts nothing.",
            this::freeze,
            OWNER,
            SOURCE,
            MOST,
            REASON,
            GROUP,
            SINCE,
            UNTIL,
            TEXT,
            AFTER,
            UP_TO,
            RATE,
            ERROR_SHARE));
  }

  private List<Endpoint> moves() {
    return List.of(
        Endpoint.act(
            Role.APPROVER,
            "/plans/{id}/approve",
            "Agrees to a plan that somebody else has made; see semel.plan-approval-from.",
            this::approve,
            DIGEST),
        Endpoint.act(
            Role.OPERATOR,
            "/plans/{id}/start",
            "Lets nodes begin. A plan above semel.operator-plan-limit needs semel-admin.",
            call -> CallResult.performed(operations.plans().start(letRun(call), call.by()))),
        Endpoint.act(
            Role.OPERATOR,
            "/plans/{id}/pause",
            "Pauses a plan.",
            call -> CallResult.performed(operations.plans().pause(call.id(), call.by()))),
        Endpoint.act(
            Role.OPERATOR,
            "/plans/{id}/resume",
            "Continues a plan that was paused, or has stopped. The limit of start holds here, too.",
            call -> CallResult.performed(operations.plans().resume(letRun(call), call.by()))),
        Endpoint.act(
            Role.OPERATOR,
            "/plans/{id}/withdraw",
            "Withdraws a plan; what it has done stays done.",
            call -> CallResult.performed(operations.plans().withdraw(call.id(), call.by()))));
  }

  private CallResult list(Call call) {
    List<Plan> page =
        operations.plans().latest(call.number(BEFORE.name(), Long.MAX_VALUE), call.limit());
    return CallResult.shown(
        Listing.page(page, call.limit(), "/plans", last -> Query.pair(BEFORE.name(), last.id())));
  }

  private Plan plan(Call call) {
    return CallResult.present(operations.plans().find(call.id()), "plan " + call.id());
  }

  private CallResult rehearse(Call call) {
    Plan plan = plan(call);
    if (!plan.source().isOfIntents() && !operations.running().contains(plan.consumer())) {
      throw new RequestRefused(
          421,
          Code.RUNS_ELSEWHERE,
          "Consumer " + plan.consumer() + " does not run in this application.");
    }
    DryRunReport report =
        CallResult.present(operations.plans().rehearse(plan.id()), "plan " + plan.id());
    return CallResult.shown(report);
  }

  /** The number of the plan, if the caller may let one of its size run. */
  private long letRun(Call call) {
    int size = plan(call).progress().size();
    if (size > operatorLimit) {
      call.require(Role.ADMIN, "To let a plan of more than " + operatorLimit + " run");
    }
    return call.id();
  }

  private CallResult approve(Call call) {
    UUID digest = call.find(DIGEST.name(), UUID.class).orElseThrow();
    return CallResult.performed(operations.plans().approve(call.id(), digest, call.by()));
  }

  private CallResult freeze(Call call) {
    Plan.Pace pace =
        new Plan.Pace(
            call.most(RATE.name(), 10, 1_000), (int) Math.min(101, call.number("errorShare", 5)));
    return CallResult.performed(operations.plans().freeze(selection(call), pace, call.by()));
  }

  private static Selection selection(Call call) {
    Plan.Source source = source(call);
    String owner = call.text(OWNER.name());
    ParkedFilter which = ParkedEndpoints.filter(call);
    return new Selection(
        source.isOfIntents() ? Selection.owner(owner) : owner,
        source,
        which,
        call.most(MOST.name(), 1, MOST_ITEMS),
        call.number(AFTER.name(), 0),
        call.number(UP_TO.name(), Long.MAX_VALUE));
  }

  private static Plan.Source source(Call call) {
    String name = call.text(SOURCE.name());
    try {
      return Plan.Source.valueOf(name);
    } catch (IllegalArgumentException e) {
      throw RequestRefused.invalid("'source' must be " + SOURCE.meaning());
    }
  }
}
