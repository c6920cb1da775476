// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.endpoint;

import static org.semel.internal.desk.web.rest.call.Parameter.CONSUMER;
import static org.semel.internal.desk.web.rest.call.Parameter.KEY;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.semel.internal.desk.watch.redaction.ShownFields;
import org.semel.internal.desk.web.rest.call.Call;
import org.semel.internal.desk.web.rest.call.CallResult;
import org.semel.internal.desk.web.rest.call.Endpoint;
import org.semel.internal.desk.web.rest.call.Parameter;
import org.semel.internal.desk.web.rest.call.RequestRefused;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.internal.desk.web.rest.call.ScopeRule;
import org.semel.operations.Dossier;
import org.semel.operations.Operations;
import org.semel.operations.ParkedCase;

/** One identity, and what is stored of its messages; dead letters, which have none yet. */
public final class IdentityEndpoints {

  private static final int MOST_LETTERS = 10_000;
  private static final Parameter REMEMBERED =
      Parameter.required(
          Parameter.KEYS.name(),
          Parameter.Type.SOUGHT,
          "The keys of the identities, one a line; 10000 at most, and no more than a body holds.");
  private static final Parameter AT =
      Parameter.required(
          "at", Parameter.Type.TIME, "When they took effect; their memory is counted from then.");
  private static final Parameter QUEUE =
      Parameter.required(
          "queue",
          Parameter.Type.TEXT,
          "The broker's dead-letter queue, by the name that the broker knows it by.");
  private static final Parameter MOST =
      Parameter.optional(
          "most", Parameter.Type.NUMBER, "At most so many; 1 to 10000, 1000 unless told.");

  /**
   * Bodies of a dossier that are read for their fields, the latest; of the parked messages before
   * them, none.
   */
  private static final int MOST_BODIES = 8;

  private final Operations operations;
  private final Function<String, ShownFields> fields;

  /**
   * Identities.
   *
   * @param fields what is shown of the bodies of a consumer
   */
  public IdentityEndpoints(Operations operations, Function<String, ShownFields> fields) {
    this.operations = operations;
    this.fields = fields;
  }

  public List<Endpoint> all() {
    return Stream.of(List.of(dossiers()), identities(), memories(), others())
        .flatMap(List::stream)
        .toList();
  }

  private Endpoint dossiers() {
    return Endpoint.view(
            "/identities",
            "Everything that the tables know of an identity, without payload; of JSON bodies the fields that"
                + " semel.consumer.<name>.shown-fields allows. Of parked messages and acts the latest 100, of effects"
                + " and intents the first; 'more' says of what there is more.",
            this::dossier,
            CONSUMER,
            KEY)
        .within(ScopeRule.CONSUMER);
  }

  private List<Endpoint> identities() {
    return List.of(
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

  private List<Endpoint> memories() {
    return List.of(
        Endpoint.act(
                Role.ADMIN,
                "/identities/remember",
                "Remembers identities that took effect before there was Semel, so that their messages are absorbed.",
                this::remember,
                CONSUMER,
                REMEMBERED,
                AT)
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

  private CallResult dossier(Call call) {
    Dossier dossier = operations.identities().dossier(call.identity());
    ShownFields shown = fields.apply(call.identity().consumer());
    return new CallResult.Shown(
        shown.isNone() ? dossier : dossier.withParked(bodies(dossier.parked(), shown)), shown);
  }

  private List<ParkedCase> bodies(List<ParkedCase> parked, ShownFields shown) {
    int first = parked.size() - MOST_BODIES;
    return IntStream.range(0, parked.size())
        .mapToObj(
            i ->
                i >= first
                    ? ParkedEndpoints.withBody(operations, parked.get(i), shown)
                    : parked.get(i))
        .toList();
  }

  private CallResult remember(Call call) {
    Set<String> keys = FilterValues.keys(call);
    Instant at = call.find(AT.name(), Instant.class).orElseThrow();
    return CallResult.performed(
        RequestRefused.unlessMade(
            () ->
                operations.identities().remember(call.text(CONSUMER.name()), keys, at, call.by())));
  }

  private CallResult takeIn(Call call) {
    int most = call.most(MOST.name(), 1_000, MOST_LETTERS);
    String consumer = GeneralEndpoints.registered(operations, call);
    return CallResult.performed(
        operations.deadLetters().takeIn(consumer, call.text(QUEUE.name()), most, call.by()));
  }
}
