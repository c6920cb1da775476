// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.endpoint;

import static org.semel.internal.desk.web.rest.call.Parameter.FORMAT;
import static org.semel.internal.desk.web.rest.call.Parameter.KEYS;
import static org.semel.internal.desk.web.rest.call.Parameter.LIMIT;
import static org.semel.internal.desk.web.rest.call.Parameter.REASON;
import static org.semel.internal.desk.web.rest.call.Parameter.TEXT;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.semel.internal.desk.web.rest.call.Call;
import org.semel.internal.desk.web.rest.call.CallResult;
import org.semel.internal.desk.web.rest.call.Endpoint;
import org.semel.internal.desk.web.rest.call.ExportedRows;
import org.semel.internal.desk.web.rest.call.Listing;
import org.semel.internal.desk.web.rest.call.Parameter;
import org.semel.internal.desk.web.rest.call.RequestRefused;
import org.semel.internal.desk.web.rest.call.ScopeRule;
import org.semel.operations.IntentActs.IntentFilter;
import org.semel.operations.IntentRecord;
import org.semel.operations.IntentRecord.Position;
import org.semel.operations.IntentState;
import org.semel.operations.Operations;
import org.semel.operations.ParkedFilter;
import org.semel.operations.PauseActs.Target;

/** Intents to a destination: those that are parked, or those in another state. */
final class IntentListing {

  static final Parameter DESTINATION =
      Parameter.required("destination", Parameter.Type.TEXT, "The name after intent:.");
  private static final Parameter STATE =
      Parameter.optional(
          "state",
          Parameter.Type.TEXT,
          "PENDING, LEASED, PARKED, DELIVERED or WITHDRAWN; PARKED unless told.");
  private static final Parameter UNCERTAIN =
      Parameter.optional(
          "uncertain",
          Parameter.Type.TRUTH,
          "true: only those of which no one knows whether they took effect. Not of PARKED: for these"
              + " see reason.");
  private static final Parameter LAST =
      Parameter.optional(
          Parameter.GROUP.name(),
          Parameter.Type.FOREIGN,
          "With this last answer, whole; of parked ones as GET /intent-groups names it.");
  private static final Parameter SINCE =
      Parameter.optional(
          Parameter.SINCE.name(),
          Parameter.Type.TIME,
          "Parked, delivered or withdrawn then or later; PENDING and LEASED: recorded.");
  private static final Parameter UNTIL =
      Parameter.optional(
          Parameter.UNTIL.name(),
          Parameter.Type.TIME,
          "Parked, delivered or withdrawn before then; PENDING and LEASED: recorded.");

  private static final Parameter[] FILTER = {
    DESTINATION, STATE, UNCERTAIN, REASON, LAST, SINCE, UNTIL, TEXT, KEYS
  };

  private static final List<String> COLUMNS =
      List.of(
          "key",
          "cause.consumer",
          "cause.key",
          "address.destination",
          "address.ordinal",
          "address.name",
          "state",
          "recorded",
          "answers.attempts",
          "answers.reason",
          "answers.last",
          "answers.settled",
          "answers.sending.due",
          "answers.sending.uncertain");

  private final Operations operations;

  IntentListing(Operations operations) {
    this.operations = operations;
  }

  Endpoint endpoint() {
    return Endpoint.view(
            "/intents",
            "Intents to a destination in one state, parked ones unless told: open ones the longest due"
                + " first, parked ones as they were recorded, ended ones the latest first.",
            this::list,
            Stream.concat(Stream.of(FILTER), Stream.of(Places.AFTER, LIMIT, FORMAT))
                .toArray(Parameter[]::new))
        .within(ScopeRule.DESTINATION);
  }

  private CallResult list(Call call) {
    BiFunction<Optional<Position>, Integer, List<IntentRecord>> pages = pages(call);
    Optional<Position> after = Places.after(call, Position::new);
    if (ExportedRows.areAskedFor(call)) {
      return ExportedRows.of(COLUMNS, after, pages, last -> Optional.of(last.position()));
    }
    return CallResult.shown(
        Listing.page(
            pages.apply(after, call.limit()),
            call.limit(),
            "/intents?" + call.query(FILTER),
            last -> Places.link(last.position().at(), last.position().key())));
  }

  private BiFunction<Optional<Position>, Integer, List<IntentRecord>> pages(Call call) {
    String destination = FilterValues.destination(call.text(DESTINATION.name()));
    IntentState state = state(call);
    if (state == IntentState.PARKED) {
      refuse(call, UNCERTAIN, "of parked intents; for these give a reason");
      ParkedFilter parked = FilterValues.of(call, Target.destination(destination));
      return (after, most) ->
          operations.intents().parked(destination, parked, after.orElse(Position.START), most);
    }
    refuse(call, REASON, "of intents that are not parked");
    refuse(call, TEXT, "of intents that are not parked; name the whole answer as a group");
    IntentFilter which = filter(call, state);
    return (after, most) -> operations.intents().list(destination, which, after, most);
  }

  private static IntentState state(Call call) {
    String name = call.find(STATE.name(), String.class).orElse(IntentState.PARKED.name());
    return Stream.of(IntentState.values())
        .filter(state -> state.name().equals(name))
        .findFirst()
        .orElseThrow(() -> RequestRefused.invalid("'state' must be " + STATE.meaning()));
  }

  /** A condition that cannot hold is refused, so that an empty list says what it seems to say. */
  private static void refuse(Call call, Parameter parameter, String why) {
    if (call.find(parameter.name(), Object.class).isPresent()) {
      throw RequestRefused.invalid("'" + parameter.name() + "' is not asked " + why + ".");
    }
  }

  private static IntentFilter filter(Call call, IntentState state) {
    return new IntentFilter(
        state,
        call.find(UNCERTAIN.name(), Boolean.class).orElse(false),
        call.find(LAST.name(), String.class),
        FilterValues.period(call),
        FilterValues.keys(call));
  }
}
