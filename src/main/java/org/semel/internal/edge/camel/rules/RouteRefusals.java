// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import org.apache.camel.model.RouteDefinition;
import org.semel.Code;
import org.semel.internal.edge.camel.CommandMisuse;
import org.semel.internal.edge.camel.model.RouteGraph;
import org.semel.internal.engine.receive.proof.Refusal;

/** Why a route is refused, and what to do about it. */
public final class RouteRefusals {

  private RouteRefusals() {}

  public static Refusal refused(RouteDefinition route, String breach) {
    return of(
        Code.ROUTE_REFUSED,
        route,
        "runs in a transaction and " + breach,
        "Record an intent for what must happen elsewhere, and leave retries and parking to the"
            + " policy.");
  }

  public static Refusal delivering(RouteDefinition route, String breach) {
    return of(
        Code.ROUTE_REFUSED,
        route,
        "delivers intents and " + breach,
        "Only the relay may retry, as its policy says. Name the provider's URI, let Camel make the"
            + " client, and configure it by httpClientConfigurer.");
  }

  public static Refusal unanswered(RouteDefinition route, String breach) {
    return of(
        Code.ROUTE_UNANSWERED,
        route,
        "delivers intents and " + breach,
        "Its intents would count as delivered without an answer. Let the route end with"
            + " the provider's answer, and record another intent for what may happen later. If this"
            + " is meant, set semel.destination.<name>.unanswered=allowed.");
  }

  public static Refusal external(RouteDefinition route, String breach) {
    return of(
        Code.ROUTE_REFUSED,
        route,
        "runs in a transaction and " + breach,
        "Record an intent and do it in the route that delivers it. If it may be repeated or be"
            + " lost to a rollback, set semel.consumer.<name>.external=allowed.");
  }

  public static Refusal unresumable(RouteDefinition route, String breach) {
    return of(
        Code.STEP_REFUSED,
        route,
        breach,
        "Let the step stand once, by to(...), directly in a route that begins with inbox: and"
            + " stores first.");
  }

  public static Refusal misused(RouteDefinition route, String breach) {
    return of(Code.REPOSITORY_MISUSED, route, breach, "Leave eager at its default, true.");
  }

  public static Refusal joining(RouteDefinition route, String breach) {
    return of(
        Code.REPOSITORY_MISUSED,
        route,
        breach,
        "Let the key be one function (${header.name}), or a bean that answers null where a part is missing"
            + " (idempotentConsumer(method(...))); inbox: joins parts by composite:.");
  }

  public static Refusal commanding(RouteDefinition route, String breach) {
    return of(Code.INBOX_COMMAND_MISUSED, route, breach, CommandMisuse.REMEDY);
  }

  private static Refusal of(Code code, RouteDefinition route, String breach, String remedy) {
    return new Refusal(code, "Route " + RouteGraph.name(route) + " " + breach + ".", remedy);
  }
}
