// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.rest.endpoint;

import static org.semel.internal.rest.call.Parameter.BEFORE;
import static org.semel.internal.rest.call.Parameter.LIMIT;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.semel.internal.rest.call.Call;
import org.semel.internal.rest.call.CallResult;
import org.semel.internal.rest.call.Endpoint;
import org.semel.internal.rest.call.Listing;
import org.semel.internal.rest.call.Parameter;
import org.semel.internal.rest.call.Query;
import org.semel.internal.rest.call.RequestRefused;
import org.semel.internal.rest.call.Role;
import org.semel.internal.rest.call.Texts;
import org.semel.operations.AuditEntry;
import org.semel.operations.BacklogCount;
import org.semel.operations.ConsumerName;
import org.semel.operations.Operations;

/** What is about everything: the index, what waits, who receives, the search, the audit. */
public final class GeneralEndpoints {

  private static final List<String> LINKS =
      List.of(
          "/backlog",
          "/consumers",
          "/destinations",
          "/doctor",
          "/find",
          "/parked",
          "/kept",
          "/intents",
          "/plans",
          "/pauses",
          "/in-doubt",
          "/gaps",
          "/identities",
          "/aggregates",
          "/audit",
          "/openapi.json");

  private final Operations operations;

  public GeneralEndpoints(Operations operations) {
    this.operations = operations;
  }

  /**
   * Where a caller begins.
   *
   * @param user who calls, as the audit will say
   * @param roles that they have
   * @param links targets below the API's own path
   */
  public record Index(String user, Set<Role> roles, List<String> links) {}

  /** What waits, per consumer and per destination. */
  public record Backlogs(List<BacklogCount> messages, List<BacklogCount> intents) {}

  public List<Endpoint> all() {
    return Stream.of(everything(), searches()).flatMap(List::stream).toList();
  }

  private List<Endpoint> everything() {
    return List.of(
        Endpoint.view("/", "Who calls, with which roles, and where to go.", this::index),
        Endpoint.view(
            "/backlog",
            "What waits, per consumer and per destination, with the age of the oldest.",
            call ->
                CallResult.shown(
                    new Backlogs(operations.waitingMessages(), operations.waitingIntents()))));
  }

  private List<Endpoint> searches() {
    return List.of(
        Endpoint.view(
            "/find",
            "Finds what has this key, number or id, whatever it is.",
            call -> CallResult.shown(Listing.whole(new Finder(operations).find(call.text("q")))),
            Parameter.required(
                "q",
                Parameter.Type.TEXT,
                "The key of an identity or of an intent, the number of a parked or kept message or of a plan,"
                    + " or a JMSMessageID.")),
        Endpoint.view(
            "/audit", "What operators did, the latest first.", this::audit, BEFORE, LIMIT));
  }

  /**
   * {@code consumer}, if it is registered: a misspelt name differs from one without messages.
   *
   * @throws RequestRefused if it is not
   */
  public static String registered(Operations operations, String consumer) {
    if (ConsumerName.of(consumer, operations.consumers()) instanceof ConsumerName.NoSuch noSuch) {
      throw RequestRefused.absent(
          "There is no consumer "
              + Texts.quoted(consumer)
              + "; there are: "
              + String.join(", ", noSuch.known())
              + ".");
    }
    return consumer;
  }

  private CallResult index(Call call) {
    return CallResult.shown(new Index(call.caller().name(), call.caller().roles(), LINKS));
  }

  private CallResult audit(Call call) {
    List<AuditEntry.Noted> page =
        operations.audit(call.number(BEFORE.name(), Long.MAX_VALUE), call.limit());
    return CallResult.shown(
        Listing.page(page, call.limit(), "/audit", last -> Query.pair(BEFORE.name(), last.id())));
  }
}
