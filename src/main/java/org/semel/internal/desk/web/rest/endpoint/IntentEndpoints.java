// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.endpoint;

import static org.semel.internal.desk.web.rest.call.Parameter.LIMIT;
import static org.semel.internal.desk.web.rest.call.Parameter.VERSION;
import static org.semel.internal.desk.web.rest.call.Parameter.WHY;
import static org.semel.internal.desk.web.rest.endpoint.IntentListing.DESTINATION;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.semel.internal.desk.web.rest.call.Call;
import org.semel.internal.desk.web.rest.call.CallResult;
import org.semel.internal.desk.web.rest.call.Endpoint;
import org.semel.internal.desk.web.rest.call.Listing;
import org.semel.internal.desk.web.rest.call.Parameter;
import org.semel.internal.desk.web.rest.call.RequestRefused;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.internal.desk.web.rest.call.ScopeRule;
import org.semel.internal.engine.send.ProviderReference;
import org.semel.operations.BacklogCount;
import org.semel.operations.IntentActs.IntentGroup;
import org.semel.operations.Operations;
import org.semel.operations.ParkedActs.GroupPlace;
import org.semel.operations.PauseActs.Target;

/** Intents, and what is done to one. */
public final class IntentEndpoints {

  private static final Parameter REFERENCE =
      Parameter.required(
          "reference",
          Parameter.Type.TEXT,
          "What the provider calls the effect; 1 to 500 characters.");

  private final Operations operations;
  private final ScopeRule owner;

  public IntentEndpoints(Operations operations) {
    this.operations = operations;
    this.owner = ScopeRule.about(this::owner);
  }

  public List<Endpoint> all() {
    return Stream.of(views(), acts()).flatMap(List::stream).toList();
  }

  private List<Endpoint> views() {
    return List.of(
        new IntentListing(operations).endpoint(),
        grouped(),
        Endpoint.view(
                "/intents/{key}",
                "An intent, wherever it stands.",
                call -> CallResult.found(operations.intents().find(call.intent()), "such intent"))
            .within(owner));
  }

  private Endpoint grouped() {
    return Endpoint.view(
            "/intent-groups",
            "Parked intents by destination, reason and last answer: how many were answered alike, and since when.",
            this::groups,
            Parameter.optional(
                DESTINATION.name(),
                Parameter.Type.TEXT,
                "Only to this destination; to all unless told."),
            Places.AFTER,
            LIMIT)
        .within(ScopeRule.EACH);
  }

  private List<Endpoint> acts() {
    return List.of(
        Endpoint.reading(
                Role.PAYLOAD,
                "/intents/{key}/body",
                "What an intent sends, as it was recorded; the audit keeps who read it, and why.",
                this::body,
                WHY)
            .within(owner),
        Endpoint.act(
                Role.OPERATOR,
                "/intents/{key}/retry",
                "Makes an intent due now; the operator vouches that it did not take effect.",
                call ->
                    CallResult.performed(
                        operations.intents().retry(call.intent(), call.seen(), call.by())),
                VERSION)
            .within(owner),
        Endpoint.act(
                Role.OPERATOR,
                "/intents/{key}/withdraw",
                "Decides that an intent shall not take effect.",
                call ->
                    CallResult.performed(
                        operations.intents().withdraw(call.intent(), call.seen(), call.by())),
                VERSION)
            .within(owner),
        Endpoint.act(
                Role.OPERATOR,
                "/intents/{key}/delivered",
                "Records that an intent took effect, as the operator knows from elsewhere.",
                this::delivered,
                REFERENCE,
                VERSION)
            .within(owner));
  }

  private Optional<Target> owner(Call call) {
    return operations
        .intents()
        .find(call.intent())
        .map(found -> Target.destination(found.address().destination()));
  }

  private CallResult body(Call call) {
    return new CallResult.Opened(
        CallResult.present(
            operations.intents().view(call.intent(), ParkedEndpoints.LARGEST_SHOWN, call.by()),
            "such intent"));
  }

  private CallResult groups(Call call) {
    GroupPlace after = Places.group(call);
    return CallResult.shown(
        Listing.page(
            call.find(DESTINATION.name(), String.class)
                .map(name -> to(call, FilterValues.destination(name), after))
                .orElseGet(() -> toAll(call, after)),
            call.limit(),
            "/intent-groups?" + call.query(DESTINATION),
            last -> Places.link(last.place())));
  }

  private List<IntentGroup> to(Call call, String destination, GroupPlace after) {
    call.require(Role.VIEWER, Target.destination(destination), "To see this destination");
    return operations.intents().groups(Optional.of(destination), after, call.limit());
  }

  /** A caller who may not see every destination must not lose groups to those that are left out. */
  private List<IntentGroup> toAll(Call call, GroupPlace after) {
    if (call.caller().may(Role.VIEWER)) {
      return operations.intents().groups(Optional.empty(), after, call.limit());
    }
    return operations.waitingIntents().stream()
        .map(BacklogCount::owner)
        .distinct()
        .filter(name -> call.shows(Target.destination(name)))
        .flatMap(
            name -> operations.intents().groups(Optional.of(name), after, call.limit()).stream())
        .sorted(
            Comparator.comparing(IntentGroup::rows)
                .reversed()
                .thenComparing(IntentGroup::destination))
        .limit(call.limit())
        .toList();
  }

  private CallResult delivered(Call call) {
    String reference =
        RequestRefused.unlessMade(() -> new ProviderReference(call.text(REFERENCE.name()))).text();
    return CallResult.performed(
        operations.intents().delivered(call.intent(), reference, call.seen(), call.by()));
  }
}
