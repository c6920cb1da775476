// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.endpoint;

import static java.util.stream.Collectors.joining;
import static org.semel.internal.desk.web.rest.call.Parameter.BEFORE;
import static org.semel.internal.desk.web.rest.call.Parameter.FORMAT;
import static org.semel.internal.desk.web.rest.call.Parameter.LIMIT;
import static org.semel.internal.desk.web.rest.call.Parameter.SINCE;
import static org.semel.internal.desk.web.rest.call.Parameter.UNTIL;
import static org.semel.internal.desk.web.rest.endpoint.FilterValues.ACT;
import static org.semel.internal.desk.web.rest.endpoint.FilterValues.SUBJECT;
import static org.semel.internal.desk.web.rest.endpoint.FilterValues.WHO;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.semel.internal.desk.web.rest.call.Call;
import org.semel.internal.desk.web.rest.call.CallResult;
import org.semel.internal.desk.web.rest.call.Caller;
import org.semel.internal.desk.web.rest.call.Endpoint;
import org.semel.internal.desk.web.rest.call.ExportedRows;
import org.semel.internal.desk.web.rest.call.Listing;
import org.semel.internal.desk.web.rest.call.Parameter;
import org.semel.internal.desk.web.rest.call.Query;
import org.semel.internal.desk.web.rest.call.RequestRefused;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.internal.desk.web.rest.call.Scope;
import org.semel.internal.desk.web.rest.call.ScopeRule;
import org.semel.internal.desk.web.rest.call.Texts;
import org.semel.operations.AuditEntry;
import org.semel.operations.AuditFilter;
import org.semel.operations.BacklogCount;
import org.semel.operations.ConsumerName;
import org.semel.operations.Operations;
import org.semel.operations.PauseActs.Target;

/** The endpoints about everything: the index, what waits, who receives, the search, the audit. */
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

  private static final List<String> AUDITED =
      List.of("id", "at", "by.who", "by.why", "act", "subject", "identity", "outcome");

  /** Of no single consumer or destination. */
  private static final Set<String> OF_EVERYTHING = Set.of("/audit", "/doctor", "/in-doubt");

  private final Operations operations;

  public GeneralEndpoints(Operations operations) {
    this.operations = operations;
  }

  /**
   * The index, where a caller begins.
   *
   * @param user who calls, as the audit will say
   * @param roles that they have, for everything or for a part
   * @param scopes the parts; a role that has none is for everything
   * @param links targets below the API's own path
   */
  public record Index(String user, Set<Role> roles, List<RoleScope> scopes, List<String> links) {}

  /**
   * The scope of a role that is not for everything.
   *
   * @param consumers names; one that ends in {@code *} stands for all that begin so
   * @param destinations the same
   */
  public record RoleScope(Role role, List<String> consumers, List<String> destinations) {

    static List<RoleScope> of(Caller caller) {
      return caller.held().entrySet().stream()
          .sorted(Map.Entry.comparingByKey())
          .flatMap(each -> of(each.getKey(), each.getValue()).stream())
          .toList();
    }

    private static Optional<RoleScope> of(Role role, Scope scope) {
      return scope instanceof Scope.Named named
          ? Optional.of(
              new RoleScope(
                  role,
                  named.consumers().stream().sorted().toList(),
                  named.destinations().stream().sorted().toList()))
          : Optional.empty();
    }
  }

  /** The backlogs, per consumer and per destination. */
  public record Backlogs(List<BacklogCount> messages, List<BacklogCount> intents) {}

  public List<Endpoint> all() {
    return Stream.of(everything(), searches()).flatMap(List::stream).toList();
  }

  private List<Endpoint> everything() {
    return List.of(
        Endpoint.view("/", "Who calls, with which roles, and where to go.", this::index)
            .within(ScopeRule.EACH),
        Endpoint.view(
                "/backlog",
                "What waits, per consumer and per destination, with the age of the oldest.",
                this::backlog)
            .within(ScopeRule.EACH));
  }

  private List<Endpoint> searches() {
    return List.of(
        Endpoint.view(
                "/find",
                "Finds what has this key, number or id; by a JMSMessageID parked messages, settled ones too, and kept ones.",
                call ->
                    CallResult.shown(
                        Listing.whole(new Finder(operations, call::shows).find(call.text("q")))),
                Parameter.required(
                    "q",
                    Parameter.Type.SOUGHT,
                    "The key of an identity or of an intent, the number of a parked or kept message or of a plan,"
                        + " the JMSMessageID of a parked or kept message, or what a provider calls an effect."))
            .within(ScopeRule.EACH),
        Endpoint.view(
            "/audit",
            "What operators did, the latest first.",
            this::audit,
            WHO,
            ACT,
            SUBJECT,
            SINCE,
            UNTIL,
            BEFORE,
            LIMIT,
            FORMAT));
  }

  /**
   * The consumer that a call names, if it is registered: a misspelt name differs from one without
   * messages.
   *
   * @throws RequestRefused if it is not
   */
  public static String registered(Operations operations, Call call) {
    String consumer = call.text("consumer");
    List<ConsumerName.Known> all = operations.consumers();
    if (ConsumerName.of(consumer, all) instanceof ConsumerName.NoSuch) {
      throw RequestRefused.absent(
          all.stream()
              .map(ConsumerName.Known::name)
              .filter(name -> call.shows(Target.consumer(name)))
              .collect(
                  joining(
                      ", ",
                      "There is no consumer " + Texts.quoted(consumer) + "; there are: ",
                      ".")));
    }
    return consumer;
  }

  private CallResult index(Call call) {
    Caller caller = call.caller();
    List<String> links =
        LINKS.stream()
            .filter(link -> caller.may(Role.VIEWER) || !OF_EVERYTHING.contains(link))
            .toList();
    return CallResult.shown(
        new Index(caller.name(), caller.held().keySet(), RoleScope.of(caller), links));
  }

  private CallResult backlog(Call call) {
    return CallResult.shown(
        new Backlogs(
            of(operations.waitingMessages(), owner -> call.shows(Target.consumer(owner))),
            of(operations.waitingIntents(), owner -> call.shows(Target.destination(owner)))));
  }

  private static List<BacklogCount> of(List<BacklogCount> counts, Predicate<String> shown) {
    return counts.stream().filter(count -> shown.test(count.owner())).toList();
  }

  private CallResult audit(Call call) {
    AuditFilter which = FilterValues.audit(call);
    long before = call.number(BEFORE.name(), Long.MAX_VALUE);
    if (ExportedRows.areAskedFor(call)) {
      return ExportedRows.of(
          AUDITED,
          before,
          (place, most) -> operations.audit(which, place, most),
          AuditEntry.Noted::id);
    }
    List<AuditEntry.Noted> page = operations.audit(which, before, call.limit());
    String filter = call.query(WHO, ACT, SUBJECT, SINCE, UNTIL);
    String self = "/audit" + (filter.isEmpty() ? "" : "?" + filter);
    return CallResult.shown(
        Listing.page(page, call.limit(), self, last -> Query.pair(BEFORE.name(), last.id())));
  }
}
