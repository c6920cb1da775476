// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.endpoint;

import static org.semel.internal.desk.web.rest.call.Parameter.CONSUMER;
import static org.semel.internal.desk.web.rest.call.Parameter.KEY;
import static org.semel.internal.desk.web.rest.call.Parameter.LIMIT;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.semel.internal.desk.web.rest.call.Call;
import org.semel.internal.desk.web.rest.call.CallResult;
import org.semel.internal.desk.web.rest.call.Endpoint;
import org.semel.internal.desk.web.rest.call.Listing;
import org.semel.internal.desk.web.rest.call.Parameter;
import org.semel.internal.desk.web.rest.call.RequestRefused;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.internal.desk.web.rest.call.ScopeRule;
import org.semel.operations.GapActs.Gap;
import org.semel.operations.GapActs.GapPlace;
import org.semel.operations.Operations;

/** Gaps between the versions of aggregates, and how far these have come. */
public final class GapEndpoints {

  private static final Parameter AGGREGATE =
      Parameter.optional(
          "key", Parameter.Type.SOUGHT, "Only the gap of the aggregate of this key.");
  private static final Parameter FROM =
      Parameter.required("from", Parameter.Type.NUMBER, "The first version that is missing.");
  private static final Parameter LAST =
      Parameter.required("to", Parameter.Type.NUMBER, "The last version that is missing.");
  private static final Parameter TO =
      Parameter.required(
          "to",
          Parameter.Type.NUMBER,
          "The version that it shall have reached; those after it take effect again.");

  private final Operations operations;

  public GapEndpoints(Operations operations) {
    this.operations = operations;
  }

  /** The number of aggregates that were set back. */
  public record SetBackCount(int aggregates) {}

  public List<Endpoint> all() {
    return Stream.of(views(), acts())
        .flatMap(List::stream)
        .map(each -> each.within(ScopeRule.CONSUMER))
        .toList();
  }

  private List<Endpoint> views() {
    return List.of(
        Endpoint.view(
            "/gaps",
            "Gaps of a consumer, the oldest first; or that of one aggregate.",
            this::list,
            CONSUMER,
            AGGREGATE,
            Places.AFTER,
            LIMIT),
        Endpoint.view(
            "/aggregates",
            "How far an aggregate has come.",
            call -> CallResult.found(operations.gaps().standing(call.identity()), "such aggregate"),
            CONSUMER,
            KEY));
  }

  private List<Endpoint> acts() {
    return List.of(
        Endpoint.act(
            Role.ADMIN,
            "/gaps/declare-lost",
            "Declares the versions of a gap lost, so that those behind them take effect.",
            this::declareLost,
            CONSUMER,
            KEY,
            FROM,
            LAST),
        Endpoint.act(
            Role.ADMIN,
            "/aggregates/set-back",
            "Sets an aggregate back, so that later versions take effect again.",
            this::setBack,
            CONSUMER,
            KEY,
            TO),
        Endpoint.act(
            Role.ADMIN,
            "/aggregates/set-all-back",
            "Sets many aggregates of a consumer back; repeat it, each time under a new key, until it answers 0.",
            this::setAllBack,
            CONSUMER,
            TO,
            LIMIT));
  }

  private CallResult list(Call call) {
    String consumer = GeneralEndpoints.registered(operations, call);
    if (call.find(AGGREGATE.name(), String.class).isPresent()) {
      return CallResult.shown(
          Listing.whole(operations.gaps().of(call.identity()).stream().toList()));
    }
    GapPlace after = Places.after(call, GapPlace::new).orElse(GapPlace.START);
    return CallResult.shown(
        Listing.page(
            operations.gaps().open(consumer, after, call.limit()),
            call.limit(),
            "/gaps?" + call.query(CONSUMER),
            last -> Places.link(last.place().since(), last.place().aggregate())));
  }

  private CallResult declareLost(Call call) {
    long from = call.number(FROM.name(), 0);
    long to = call.number(LAST.name(), 0);
    if (to < from) {
      throw RequestRefused.invalid("'to' must be 'from' or higher.");
    }
    Gap gap = new Gap(call.identity(), from, to, Instant.EPOCH); // the act asks for no time
    return CallResult.performed(operations.gaps().declareLost(gap, call.by()));
  }

  private CallResult setBack(Call call) {
    long to = call.number(TO.name(), 0);
    return CallResult.performed(operations.gaps().setBack(call.identity(), to, call.by()));
  }

  private CallResult setAllBack(Call call) {
    String consumer = GeneralEndpoints.registered(operations, call);
    long to = call.number(TO.name(), 0);
    return CallResult.shown(
        new SetBackCount(operations.gaps().setAllBack(consumer, to, call.limit(), call.by())));
  }
}
