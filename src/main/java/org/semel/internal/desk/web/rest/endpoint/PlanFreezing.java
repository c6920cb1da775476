// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.endpoint;

import static org.semel.internal.desk.web.rest.call.Parameter.GROUP;
import static org.semel.internal.desk.web.rest.call.Parameter.KEYS;
import static org.semel.internal.desk.web.rest.call.Parameter.MESSAGE_ID;
import static org.semel.internal.desk.web.rest.call.Parameter.REASON;
import static org.semel.internal.desk.web.rest.call.Parameter.SINCE;
import static org.semel.internal.desk.web.rest.call.Parameter.TEXT;
import static org.semel.internal.desk.web.rest.call.Parameter.UNTIL;

import java.util.List;
import java.util.Optional;
import org.semel.internal.desk.web.rest.call.Call;
import org.semel.internal.desk.web.rest.call.CallResult;
import org.semel.internal.desk.web.rest.call.Endpoint;
import org.semel.internal.desk.web.rest.call.Parameter;
import org.semel.internal.desk.web.rest.call.RequestRefused;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.internal.desk.web.rest.call.ScopeRule;
import org.semel.operations.KeptActs.KeptFilter;
import org.semel.operations.Operations;
import org.semel.operations.ParkedFilter;
import org.semel.operations.PauseActs.Target;
import org.semel.operations.Plan;
import org.semel.operations.Selection;

/** Fixes what a plan is made of. */
final class PlanFreezing {

  private static final int MOST_ITEMS = 100_000;

  private static final Parameter OWNER =
      Parameter.required(
          "owner", Parameter.Type.TEXT, "The consumer's name; for intents the destination's.");
  private static final Parameter SOURCE =
      Parameter.required(
          "source",
          Parameter.Type.TEXT,
          "PARKED, KEPT, RETRY_INTENTS, WITHDRAW_INTENTS, DELIVER_INTENTS, RETRY_PENDING_INTENTS or"
              + " WITHDRAW_PENDING_INTENTS.");
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

  private final Operations operations;

  PlanFreezing(Operations operations) {
    this.operations = operations;
  }

  Endpoint endpoint() {
    return Endpoint.act(
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
            KEYS,
            MESSAGE_ID,
            FilterValues.TYPE,
            AFTER,
            UP_TO,
            RATE,
            ERROR_SHARE)
        .within(ScopeRule.about(call -> Optional.of(target(call))));
  }

  private CallResult freeze(Call call) {
    Plan.Pace pace =
        RequestRefused.unlessMade(
            () ->
                new Plan.Pace(
                    call.most(RATE.name(), 10, 1_000),
                    (int) Math.min(101, call.number("errorShare", 5))));
    Selection selection = RequestRefused.unlessMade(() -> selection(call));
    return CallResult.performed(operations.plans().freeze(selection, pace, call.by()));
  }

  private static Target target(Call call) {
    String owner = call.text(OWNER.name());
    return source(call).isOfIntents() ? Target.destination(owner) : Target.consumer(owner);
  }

  private static Selection selection(Call call) {
    Plan.Source source = source(call);
    String owner = call.text(OWNER.name());
    if (source.isOfIntents()) {
      FilterValues.destination(owner);
    }
    return new Selection(
        source.isOfIntents() ? Selection.owner(owner) : owner,
        source,
        source == Plan.Source.KEPT ? unfiltered(call) : FilterValues.of(call, target(call)),
        source == Plan.Source.KEPT ? FilterValues.kept(call, target(call)) : ofAnyType(call),
        call.most(MOST.name(), 1, MOST_ITEMS),
        call.number(AFTER.name(), 0));
  }

  /** A condition that would not narrow the plan is refused: it would be of more than was meant. */
  private static KeptFilter ofAnyType(Call call) {
    if (call.find(FilterValues.TYPE.name(), Object.class).isPresent()) {
      throw RequestRefused.invalid("'type' is asked of kept messages only.");
    }
    return KeptFilter.ALL.upTo(call.number(UP_TO.name(), Long.MAX_VALUE));
  }

  /**
   * The filter of a plan over kept messages, which never failed: conditions on a failure are
   * refused.
   */
  private static ParkedFilter unfiltered(Call call) {
    for (Parameter failure : List.of(REASON, GROUP, TEXT)) {
      if (call.find(failure.name(), Object.class).isPresent()) {
        throw RequestRefused.invalid(
            "'" + failure.name() + "' is not asked of kept messages, as they did not fail.");
      }
    }
    return ParkedFilter.ALL;
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
