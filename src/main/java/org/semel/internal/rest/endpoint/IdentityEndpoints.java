// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.rest.endpoint;

import static org.semel.internal.rest.call.Parameter.CONSUMER;
import static org.semel.internal.rest.call.Parameter.KEY;

import java.util.List;
import java.util.stream.Stream;
import org.semel.internal.rest.call.Call;
import org.semel.internal.rest.call.CallResult;
import org.semel.internal.rest.call.Endpoint;
import org.semel.internal.rest.call.Parameter;
import org.semel.internal.rest.call.Role;
import org.semel.internal.rest.call.ScopeRule;
import org.semel.operations.Operations;

/** One identity, and what is stored of its messages; dead letters, which have none yet. */
public final class IdentityEndpoints {

  private static final int MOST_LETTERS = 10_000;
  private static final Parameter QUEUE =
      Parameter.required(
          "queue",
          Parameter.Type.TEXT,
          "The broker's dead-letter queue, by the name that the broker knows it by.");
  private static final Parameter MOST =
      Parameter.optional(
          "most", Parameter.Type.NUMBER, "At most so many; 1 to 10000, 1000 unless told.");

  private final Operations operations;

  public IdentityEndpoints(Operations operations) {
    this.operations = operations;
  }

  public List<Endpoint> all() {
    return Stream.of(identities(), others()).flatMap(List::stream).toList();
  }

  private List<Endpoint> identities() {
    return List.of(
        Endpoint.view(
                "/identities",
                "Everything that the tables know of an identity, without payload.",
                call -> CallResult.shown(operations.identities().dossier(call.identity())),
                CONSUMER,
                KEY)
            .within(ScopeRule.CONSUMER),
        Endpoint.act(
                Role.ADMIN,
                "/identities/forget",
                "Forgets an identity, so that it takes effect once more.",
                call ->
                    CallResult.performed(
                        operations.identities().forget(call.identity(), call.by())),
                CONSUMER,
                KEY)
            .within(ScopeRule.CONSUMER),
        Endpoint.act(
                Role.ADMIN,
                "/identities/erase",
                "Erases what is kept of the messages of an identity; its effect stays.",
                call ->
                    CallResult.performed(operations.identities().erase(call.identity(), call.by())),
                CONSUMER,
                KEY)
            .within(ScopeRule.CONSUMER));
  }

  private List<Endpoint> others() {
    return List.of(
        Endpoint.act(
                Role.OPERATOR,
                "/stored/set-aside",
                "Parks a stored message that has not taken effect yet.",
                call -> CallResult.performed(operations.stored().park(call.identity(), call.by())),
                CONSUMER,
                KEY)
            .within(ScopeRule.CONSUMER),
        Endpoint.act(
            Role.OPERATOR,
            "/dead-letters/take-in",
            "Takes dead letters of a consumer out of the broker, and parks them.",
            this::takeIn,
            CONSUMER,
            QUEUE,
            MOST));
  }

  private CallResult takeIn(Call call) {
    int most = call.most(MOST.name(), 1_000, MOST_LETTERS);
    String consumer = GeneralEndpoints.registered(operations, call);
    return CallResult.performed(
        operations.deadLetters().takeIn(consumer, call.text(QUEUE.name()), most, call.by()));
  }
}
