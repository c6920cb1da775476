// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.endpoint;

import java.util.List;
import java.util.stream.Stream;
import org.semel.internal.desk.web.rest.call.Call;
import org.semel.internal.desk.web.rest.call.CallResult;
import org.semel.internal.desk.web.rest.call.Endpoint;
import org.semel.internal.desk.web.rest.call.Listing;
import org.semel.internal.desk.web.rest.call.Parameter;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.internal.desk.web.rest.call.ScopeRule;
import org.semel.operations.Operations;
import org.semel.operations.PauseActs.Target;

/** Pausing consumers and destinations on all nodes. */
public final class PauseEndpoints {

  private static final Parameter KEPT =
      Parameter.required(
          "kept",
          Parameter.Type.TRUTH,
          "Whether it holds until it is resumed; otherwise a node that is started after it does not obey.");

  private final Operations operations;

  public PauseEndpoints(Operations operations) {
    this.operations = operations;
  }

  public List<Endpoint> all() {
    Endpoint standing =
        Endpoint.view("/pauses", "What is paused by operators, on all nodes.", this::standing);
    return Stream.of(
            Stream.of(standing.within(ScopeRule.EACH)),
            ofConsumers().map(each -> each.within(ScopeRule.CONSUMER)),
            ofDestinations().map(each -> each.within(ScopeRule.DESTINATION)))
        .flatMap(each -> each)
        .toList();
  }

  private Stream<Endpoint> ofConsumers() {
    return Stream.of(
        Endpoint.act(
            Role.OPERATOR,
            "/consumers/{consumer}/pause",
            "Pauses a consumer on all nodes: it receives nothing, and what waits stays where it waits.",
            call -> pause(call, consumer(call)),
            KEPT),
        Endpoint.act(
            Role.OPERATOR,
            "/consumers/{consumer}/resume",
            "Lets a paused consumer go on.",
            call -> resume(call, consumer(call))));
  }

  private Stream<Endpoint> ofDestinations() {
    return Stream.of(
        Endpoint.act(
            Role.OPERATOR,
            "/destinations/{destination}/pause",
            "Pauses a destination on all nodes: none of its intents is leased, and others are still recorded.",
            call -> pause(call, destination(call)),
            KEPT),
        Endpoint.act(
            Role.OPERATOR,
            "/destinations/{destination}/resume",
            "Lets a paused destination go on.",
            call -> resume(call, destination(call))));
  }

  private CallResult standing(Call call) {
    return CallResult.shown(
        Listing.whole(
            operations.pauses().standing().stream()
                .filter(pause -> call.shows(pause.target()))
                .toList()));
  }

  private static Target consumer(Call call) {
    return Target.consumer(call.text("consumer"));
  }

  private static Target destination(Call call) {
    return Target.destination(call.text("destination"));
  }

  private CallResult pause(Call call, Target target) {
    return CallResult.performed(
        operations.pauses().pause(target, call.isTrue(KEPT.name()), call.by()));
  }

  private CallResult resume(Call call, Target target) {
    return CallResult.performed(operations.pauses().resume(target, call.by()));
  }
}
