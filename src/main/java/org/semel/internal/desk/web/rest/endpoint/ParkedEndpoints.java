// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.endpoint;

import static org.semel.internal.desk.web.rest.call.Parameter.AFTER;
import static org.semel.internal.desk.web.rest.call.Parameter.CONSUMER;
import static org.semel.internal.desk.web.rest.call.Parameter.FORMAT;
import static org.semel.internal.desk.web.rest.call.Parameter.GROUP;
import static org.semel.internal.desk.web.rest.call.Parameter.KEYS;
import static org.semel.internal.desk.web.rest.call.Parameter.LIMIT;
import static org.semel.internal.desk.web.rest.call.Parameter.MESSAGE_ID;
import static org.semel.internal.desk.web.rest.call.Parameter.REASON;
import static org.semel.internal.desk.web.rest.call.Parameter.SINCE;
import static org.semel.internal.desk.web.rest.call.Parameter.TEXT;
import static org.semel.internal.desk.web.rest.call.Parameter.UNTIL;
import static org.semel.internal.desk.web.rest.call.Parameter.VERSION;
import static org.semel.internal.desk.web.rest.call.Parameter.WHY;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.semel.internal.desk.watch.redaction.ShownFields;
import org.semel.internal.desk.web.rest.call.Call;
import org.semel.internal.desk.web.rest.call.CallResult;
import org.semel.internal.desk.web.rest.call.Endpoint;
import org.semel.internal.desk.web.rest.call.ExportedRows;
import org.semel.internal.desk.web.rest.call.Listing;
import org.semel.internal.desk.web.rest.call.Parameter;
import org.semel.internal.desk.web.rest.call.Query;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.internal.desk.web.rest.call.ScopeRule;
import org.semel.operations.ConsumerName;
import org.semel.operations.Operations;
import org.semel.operations.ParkedActs.FailureGroup;
import org.semel.operations.ParkedActs.GroupPlace;
import org.semel.operations.ParkedCase;
import org.semel.operations.ParkedFilter;
import org.semel.operations.PauseActs.Target;

/** Messages that wait for a person. */
public final class ParkedEndpoints {

  /** A body that is larger is not shown: of it only the size. */
  public static final int LARGEST_SHOWN = 1 << 20;

  private static final List<String> COLUMNS =
      List.of(
          "id",
          "consumer",
          "evidence.identity.key",
          "cause.reason",
          "cause.group",
          "standing.state",
          "standing.since",
          "standing.failures",
          "evidence.holdsClaim",
          "evidence.offered",
          "evidence.conflict.recorded",
          "evidence.conflict.at",
          "message.origin.destination",
          "message.origin.messageId",
          "message.origin.deliveries",
          "message.body.form",
          "message.body.size");

  private final Operations operations;
  private final Function<String, ShownFields> fields;
  private final ScopeRule owner;

  /**
   * Parked messages.
   *
   * @param fields what is shown of the bodies of a consumer
   */
  public ParkedEndpoints(Operations operations, Function<String, ShownFields> fields) {
    this.operations = operations;
    this.fields = fields;
    this.owner = ScopeRule.about(this::owner);
  }

  public List<Endpoint> all() {
    return Stream.of(views(), acts()).flatMap(List::stream).toList();
  }

  private List<Endpoint> views() {
    return List.of(
        Endpoint.view(
                "/parked",
                "Waiting messages of a consumer, the longest first.",
                this::list,
                CONSUMER,
                REASON,
                GROUP,
                SINCE,
                UNTIL,
                TEXT,
                KEYS,
                MESSAGE_ID,
                AFTER,
                LIMIT,
                FORMAT)
            .within(ScopeRule.CONSUMER),
        Endpoint.view(
                "/parked/{id}",
                "A parked message, without payload; of a JSON body the fields that"
                    + " semel.consumer.<name>.shown-fields allows.",
                this::show)
            .within(owner),
        grouped());
  }

  private Endpoint grouped() {
    return Endpoint.view(
            "/failure-groups",
            "Waiting messages by consumer, reason and failure: how many failed alike, and since when.",
            this::groups,
            Parameter.optional(
                CONSUMER.name(), Parameter.Type.TEXT, "Only of this consumer; all unless told."),
            Places.AFTER,
            LIMIT)
        .within(ScopeRule.EACH);
  }

  private List<Endpoint> acts() {
    return List.of(
        Endpoint.reading(
                Role.PAYLOAD,
                "/parked/{id}/body",
                "A parked message with its payload; the audit keeps who read it, and why.",
                this::body,
                WHY)
            .within(owner),
        Endpoint.act(
                Role.OPERATOR,
                "/parked/{id}/release",
                "Hands a parked message to its consumer again.",
                call ->
                    CallResult.performed(
                        operations.parked().release(call.id(), call.seen(), call.by())),
                VERSION)
            .within(owner),
        Endpoint.act(
                Role.OPERATOR,
                "/parked/{id}/withdraw",
                "Decides that a parked message shall not take effect.",
                call ->
                    CallResult.performed(
                        operations.parked().withdraw(call.id(), call.seen(), call.by())),
                VERSION)
            .within(owner));
  }

  private CallResult list(Call call) {
    String consumer = GeneralEndpoints.registered(operations, call);
    ParkedFilter filter = FilterValues.of(call, Target.consumer(consumer));
    long after = call.number(AFTER.name(), 0);
    if (ExportedRows.areAskedFor(call)) {
      return ExportedRows.of(
          COLUMNS, after, (place, most) -> page(consumer, filter, place, most), ParkedCase::id);
    }
    List<ParkedCase> page = page(consumer, filter, after, call.limit());
    return CallResult.shown(
        Listing.page(
            page, call.limit(), target(call), last -> Query.pair(AFTER.name(), last.id())));
  }

  private List<ParkedCase> page(String consumer, ParkedFilter filter, long after, int most) {
    return filter.equals(ParkedFilter.ALL)
        ? operations.parked().waiting(consumer, after, most)
        : operations.parked().search(consumer, filter, after, most).stream()
            .flatMap(id -> operations.parked().show(id, 0).stream())
            .toList();
  }

  private static String target(Call call) {
    return "/parked?" + call.query(CONSUMER, REASON, GROUP, SINCE, UNTIL, TEXT, KEYS, MESSAGE_ID);
  }

  private CallResult groups(Call call) {
    GroupPlace after = Places.group(call);
    return CallResult.shown(
        Listing.page(
            call.find(CONSUMER.name(), String.class)
                .map(consumer -> ofConsumer(call, consumer, after))
                .orElseGet(() -> ofAll(call, after)),
            call.limit(),
            "/failure-groups?" + call.query(CONSUMER),
            last -> Places.link(last.place())));
  }

  private List<FailureGroup> ofConsumer(Call call, String consumer, GroupPlace after) {
    call.require(Role.VIEWER, Target.consumer(consumer), "To see this consumer");
    GeneralEndpoints.registered(operations, call);
    return operations.parked().groups(Optional.of(consumer), after, call.limit());
  }

  /** A caller who may not see every consumer must not lose groups to those that are left out. */
  private List<FailureGroup> ofAll(Call call, GroupPlace after) {
    if (call.caller().may(Role.VIEWER)) {
      return operations.parked().groups(Optional.empty(), after, call.limit());
    }
    return operations.consumers().stream()
        .map(ConsumerName.Known::name)
        .filter(name -> call.shows(Target.consumer(name)))
        .flatMap(
            name -> operations.parked().groups(Optional.of(name), after, call.limit()).stream())
        .sorted(
            Comparator.comparing(FailureGroup::rows)
                .reversed()
                .thenComparing(FailureGroup::consumer))
        .limit(call.limit())
        .toList();
  }

  private Optional<Target> owner(Call call) {
    return operations.parked().show(call.id(), 0).map(found -> Target.consumer(found.consumer()));
  }

  private CallResult show(Call call) {
    ParkedCase there =
        CallResult.present(operations.parked().show(call.id(), 0), "parked message " + call.id());
    ShownFields shown = fields.apply(there.consumer());
    return new CallResult.Shown(withBody(operations, there, shown), shown);
  }

  /** The same with its body, if fields of that are shown, and if it is the one that came. */
  static ParkedCase withBody(Operations operations, ParkedCase there, ShownFields shown) {
    return shown.isNone() || !there.keptItsBody()
        ? there
        : operations.parked().show(there.id(), ShownFields.LARGEST_READ).orElse(there);
  }

  private CallResult body(Call call) {
    return new CallResult.Opened(
        CallResult.present(
            operations.parked().view(call.id(), LARGEST_SHOWN, call.by()),
            "parked message " + call.id()));
  }
}
