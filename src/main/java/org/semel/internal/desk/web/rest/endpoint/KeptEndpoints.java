// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.endpoint;

import static org.semel.internal.desk.web.rest.call.Parameter.AFTER;
import static org.semel.internal.desk.web.rest.call.Parameter.CONSUMER;
import static org.semel.internal.desk.web.rest.call.Parameter.KEYS;
import static org.semel.internal.desk.web.rest.call.Parameter.LIMIT;
import static org.semel.internal.desk.web.rest.call.Parameter.MESSAGE_ID;
import static org.semel.internal.desk.web.rest.call.Parameter.SINCE;
import static org.semel.internal.desk.web.rest.call.Parameter.UNTIL;
import static org.semel.internal.desk.web.rest.call.Parameter.WHY;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.semel.internal.desk.watch.redaction.ShownFields;
import org.semel.internal.desk.web.rest.call.Call;
import org.semel.internal.desk.web.rest.call.CallResult;
import org.semel.internal.desk.web.rest.call.Endpoint;
import org.semel.internal.desk.web.rest.call.Listing;
import org.semel.internal.desk.web.rest.call.Parameter;
import org.semel.internal.desk.web.rest.call.Query;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.internal.desk.web.rest.call.ScopeRule;
import org.semel.operations.KeptActs.KeptFilter;
import org.semel.operations.KeptActs.Page;
import org.semel.operations.KeptMessage;
import org.semel.operations.Operations;
import org.semel.operations.PauseActs.Target;

/** Messages that took effect and were kept. */
public final class KeptEndpoints {

  private static final Parameter UP_TO =
      Parameter.required(
          "upTo",
          Parameter.Type.NUMBER,
          "Only those of no higher number: what was the last one when the tables were emptied.");

  private static final Parameter KEPT_SINCE =
      Parameter.optional(SINCE.name(), Parameter.Type.TIME, "Kept then or later.");
  private static final Parameter KEPT_UNTIL =
      Parameter.optional(UNTIL.name(), Parameter.Type.TIME, "Kept before then.");

  private final Operations operations;
  private final Function<String, ShownFields> fields;
  private final ScopeRule owner;

  /**
   * Kept messages.
   *
   * @param fields what is shown of the bodies of a consumer
   */
  public KeptEndpoints(Operations operations, Function<String, ShownFields> fields) {
    this.operations = operations;
    this.fields = fields;
    this.owner = ScopeRule.about(this::owner);
  }

  /**
   * The result of forgetting a page of identities.
   *
   * @param last number of the last message of the page
   */
  public record Forgetting(int forgotten, int unknown, int refused, Optional<Long> last) {}

  /**
   * The highest number among messages: of the kept ones of a consumer, 0 if there is none; or of
   * those of a plan.
   */
  public record Latest(long last) {}

  public List<Endpoint> all() {
    return Stream.of(views(), acts()).flatMap(List::stream).toList();
  }

  private List<Endpoint> views() {
    return List.of(
        Endpoint.view(
                "/kept",
                "Kept messages of a consumer, the oldest first.",
                this::list,
                CONSUMER,
                KEPT_SINCE,
                KEPT_UNTIL,
                KEYS,
                MESSAGE_ID,
                FilterValues.TYPE,
                AFTER,
                LIMIT)
            .within(ScopeRule.CONSUMER),
        Endpoint.view(
                "/kept/last",
                "The highest number among the kept messages of a consumer.",
                call -> CallResult.shown(new Latest(operations.kept().last(consumer(call)))),
                CONSUMER)
            .within(ScopeRule.CONSUMER),
        Endpoint.view(
                "/kept/{id}",
                "A kept message, without payload; of a JSON body the fields that semel.consumer.<name>.shown-fields allows.",
                this::show)
            .within(owner));
  }

  private List<Endpoint> acts() {
    return List.of(
        Endpoint.reading(
                Role.PAYLOAD,
                "/kept/{id}/body",
                "A kept message with its payload; the audit keeps who read it, and why.",
                this::body,
                WHY)
            .within(owner),
        Endpoint.act(
                Role.OPERATOR,
                "/kept/{id}/replay",
                "Hands a kept message to its consumer again; a remembered identity is absorbed.",
                call -> CallResult.performed(operations.kept().replay(call.id(), call.by())))
            .within(owner),
        Endpoint.act(
                Role.ADMIN,
                "/kept/forget",
                "Forgets the identities of a page of kept messages, so that they take effect again.",
                this::forget,
                CONSUMER,
                AFTER,
                UP_TO,
                LIMIT)
            .within(ScopeRule.CONSUMER));
  }

  private Optional<Target> owner(Call call) {
    return operations
        .kept()
        .show(call.id(), 0)
        .map(found -> Target.consumer(found.identity().consumer()));
  }

  private String consumer(Call call) {
    return GeneralEndpoints.registered(operations, call);
  }

  private CallResult list(Call call) {
    String consumer = consumer(call);
    KeptFilter which = FilterValues.kept(call, Target.consumer(consumer));
    return CallResult.shown(
        Listing.page(
            operations.kept().kept(consumer, which, call.number(AFTER.name(), 0), call.limit()),
            call.limit(),
            "/kept?"
                + call.query(CONSUMER, KEPT_SINCE, KEPT_UNTIL, KEYS, MESSAGE_ID, FilterValues.TYPE),
            last -> Query.pair(AFTER.name(), last.id())));
  }

  private CallResult show(Call call) {
    KeptMessage there =
        CallResult.present(operations.kept().show(call.id(), 0), "kept message " + call.id());
    ShownFields shown = fields.apply(there.identity().consumer());
    return new CallResult.Shown(
        shown.isNone()
            ? there
            : operations.kept().show(call.id(), ShownFields.LARGEST_READ).orElse(there),
        shown);
  }

  private CallResult body(Call call) {
    return new CallResult.Opened(
        CallResult.present(
            operations.kept().view(call.id(), ParkedEndpoints.LARGEST_SHOWN, call.by()),
            "kept message " + call.id()));
  }

  private CallResult forget(Call call) {
    long upTo = call.number(UP_TO.name(), 0);
    Page page =
        operations
            .kept()
            .forget(consumer(call), call.number(AFTER.name(), 0), upTo, call.limit(), call.by());
    return CallResult.shown(
        new Forgetting(page.forgotten(), page.unknown(), page.refused().size(), page.last()));
  }
}
