// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.endpoint;

import static org.semel.internal.desk.web.rest.call.Parameter.AFTER;
import static org.semel.internal.desk.web.rest.call.Parameter.BEFORE;
import static org.semel.internal.desk.web.rest.call.Parameter.FORMAT;
import static org.semel.internal.desk.web.rest.call.Parameter.LIMIT;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.semel.Code;
import org.semel.internal.desk.web.rest.call.Call;
import org.semel.internal.desk.web.rest.call.CallResult;
import org.semel.internal.desk.web.rest.call.Endpoint;
import org.semel.internal.desk.web.rest.call.ExportedRows;
import org.semel.internal.desk.web.rest.call.Listing;
import org.semel.internal.desk.web.rest.call.Parameter;
import org.semel.internal.desk.web.rest.call.Query;
import org.semel.internal.desk.web.rest.call.RequestRefused;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.internal.desk.web.rest.call.ScopeRule;
import org.semel.operations.DryRunReport;
import org.semel.operations.Operations;
import org.semel.operations.Plan;
import org.semel.operations.PlanItem;

/** Replays of many messages, and acts upon many intents. */
public final class PlanEndpoints {

  private static final int PAGE = 500;

  private static final Parameter DIGEST =
      Parameter.required(
          "digest", Parameter.Type.UUID, "Of the set that the approver has seen; from the plan.");

  private static final Parameter OUTCOME =
      Parameter.optional(
          "outcome",
          Parameter.Type.TEXT,
          "AS_CHOSEN, CHANGED, BEGUN, TOOK_EFFECT, HELD, ABSORBED, REFUSED, FAILED, GONE or SETTLED.");

  private static final List<String> COLUMNS =
      List.of(
          "ordinal",
          "message",
          "intent",
          "identity.consumer",
          "identity.key",
          "reason",
          "group",
          "outcome",
          "settled");

  private final Operations operations;
  private final int operatorLimit;
  private final ScopeRule owner;

  /**
   * Plans.
   *
   * @param operatorLimit messages or intents of the largest plan that an operator may start
   */
  public PlanEndpoints(Operations operations, int operatorLimit) {
    this.operations = operations;
    this.operatorLimit = operatorLimit;
    this.owner = ScopeRule.about(call -> operations.plans().find(call.id()).map(Plan::target));
  }

  public List<Endpoint> all() {
    return Stream.of(
            views().stream(),
            Stream.of(new PlanFreezing(operations).endpoint()),
            moves().stream().map(move -> move.within(owner)))
        .flatMap(each -> each)
        .toList();
  }

  private List<Endpoint> views() {
    return List.of(
        Endpoint.view("/plans", "Plans, the newest first.", this::list, BEFORE, LIMIT)
            .within(ScopeRule.EACH),
        Endpoint.view(
                "/plans/{id}",
                "A plan, and how far it has come.",
                call -> CallResult.shown(plan(call)))
            .within(owner),
        Endpoint.view(
                "/plans/{id}/last",
                "The highest number among the messages of a plan, behind which the next plan begins.",
                this::last)
            .within(owner),
        Endpoint.view(
                "/plans/{id}/contents",
                "What a plan is made of, as it stands now: counts by outcome, reason and failure, and its"
                    + " first and last.",
                call ->
                    CallResult.found(operations.plans().contents(call.id()), "plan " + call.id()))
            .within(owner),
        Endpoint.view(
                "/plans/{id}/items",
                "The messages or intents of a plan, in its order, and what became of each.",
                this::items,
                OUTCOME,
                AFTER,
                LIMIT,
                FORMAT)
            .within(owner),
        Endpoint.reading(
                Role.OPERATOR,
                "/plans/{id}/rehearse",
                "What a plan would come to if it ran now; nothing is changed.",
                this::rehearse)
            .within(owner));
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
        call.caller().may(Role.VIEWER)
            ? operations.plans().latest(before(call), call.limit())
            : shown(call);
    return CallResult.shown(
        Listing.page(page, call.limit(), "/plans", last -> Query.pair(BEFORE.name(), last.id())));
  }

  private static long before(Call call) {
    return call.number(BEFORE.name(), Long.MAX_VALUE);
  }

  /** A page of those that the caller may see, however many others stand between them. */
  private List<Plan> shown(Call call) {
    List<Plan> found = new ArrayList<>();
    long before = before(call);
    List<Plan> page;
    do {
      page = operations.plans().latest(before, PAGE);
      page.stream().filter(plan -> call.shows(plan.target())).forEach(found::add);
      before = page.isEmpty() ? 0 : page.get(page.size() - 1).id();
    } while (page.size() == PAGE && found.size() < call.limit());
    return found.stream().limit(call.limit()).toList();
  }

  private Plan plan(Call call) {
    return CallResult.present(operations.plans().find(call.id()), "plan " + call.id());
  }

  private CallResult last(Call call) {
    return CallResult.found(
        operations.plans().last(call.id()).map(KeptEndpoints.Latest::new),
        "plan " + call.id() + " whose messages are kept");
  }

  private CallResult items(Call call) {
    Plan plan = plan(call);
    Optional<String> outcome = call.find(OUTCOME.name(), String.class);
    outcome.ifPresent(PlanEndpoints::requireOutcome);
    int after = (int) Math.min(Integer.MAX_VALUE, call.number(AFTER.name(), -1));
    BiFunction<Integer, Integer, List<PlanItem>> behind =
        (place, most) -> operations.plans().items(plan.id(), outcome, place, most);
    if (ExportedRows.areAskedFor(call)) {
      return ExportedRows.of(COLUMNS, after, behind, PlanItem::ordinal);
    }
    return CallResult.shown(
        Listing.page(
            behind.apply(after, call.limit()),
            call.limit(),
            "/plans/"
                + plan.id()
                + "/items"
                + outcome.map(word -> "?" + Query.pair(OUTCOME.name(), word)).orElse(""),
            last -> Query.pair(AFTER.name(), last.ordinal())));
  }

  /** A word that nothing can be is refused, so that an empty list says what it seems to say. */
  private static void requireOutcome(String word) {
    if (!PlanItem.OUTCOMES.contains(word)) {
      throw RequestRefused.invalid("'outcome' must be " + OUTCOME.meaning());
    }
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
    Plan plan = plan(call);
    if (plan.progress().size() > operatorLimit) {
      call.require(
          Role.ADMIN, plan.target(), "To let a plan of more than " + operatorLimit + " run");
    }
    return call.id();
  }

  private CallResult approve(Call call) {
    UUID digest = call.find(DIGEST.name(), UUID.class).orElseThrow();
    return CallResult.performed(operations.plans().approve(call.id(), digest, call.by()));
  }
}
