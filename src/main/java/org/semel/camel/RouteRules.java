// SPDX-License-Identifier: Apache-2.0
package org.semel.camel;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.camel.Endpoint;
import org.apache.camel.model.ModelCamelContext;
import org.apache.camel.model.PolicyDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.TransactedDefinition;
import org.semel.Code;
import org.semel.receive.proof.Refusal;

/**
 * Looks over the routes before they start and refuses steps that would break their transaction:
 * another thread is outside it, a retry inside a doomed one is vain, and a failure that is hidden
 * commits (design, rule 7). Looks at every route that begins with {@code inbox:} or is transacted,
 * and at all that they call by {@code direct:}. What a message alone decides on ({@code toD},
 * {@code recipientList}) is seen when it is sent, by {@link RunTimeRules}.
 */
public final class RouteRules {

  private final RouteGraph routes;
  private final UnaryOperator<String> resolve;
  private final Kinds kinds;
  private final Policies policies;

  /**
   * What the configuration says.
   *
   * @param receiptFollows whether a consumer's receipt follows its transaction and is no part of it
   * @param storesFirst whether a consumer stores first and works off later
   * @param transfers whether a destination's relay sends in its own transaction
   * @param external whether a consumer's route may do what a roll-back does not undo
   */
  public record Policies(
      Predicate<String> receiptFollows,
      Predicate<String> storesFirst,
      Predicate<String> transfers,
      Predicate<String> external) {}

  /**
   * Rules over the routes of {@code context}.
   *
   * @param resolve replaces property placeholders
   * @param policies what the configuration says of those they name
   */
  public RouteRules(ModelCamelContext context, UnaryOperator<String> resolve, Policies policies) {
    this.routes = new RouteGraph(context, resolve);
    this.resolve = resolve;
    this.kinds = new Kinds(context);
    this.policies = policies;
  }

  /** All that is wrong, in the order of the routes. */
  public List<Refusal> refusals() {
    List<Refusal> refusals = new ArrayList<>();
    Set<RouteDefinition> classic = overJms();
    for (RouteDefinition route : routes.all()) {
      new KeyRules(route, resolve)
          .breaches()
          .forEach(breach -> refusals.add(misused(route, breach)));
    }
    for (RouteDefinition route : routes.all()) {
      boolean stores = routes.consumer(route).filter(policies.storesFirst()).isPresent();
      new StepRules(route, resolve, stores)
          .breaches()
          .forEach(breach -> refusals.add(unresumable(route, breach)));
    }
    for (RouteDefinition route :
        routes.reachedFrom(
            route -> receives(route) || transacted(route) || classic.contains(route))) {
      new ThreadRules(route, resolve, kinds)
          .breaches()
          .forEach(breach -> refusals.add(refused(route, breach)));
    }
    for (RouteDefinition route : routes.reachedFrom(this::receives)) {
      new FailureRules(route, resolve)
          .breaches()
          .forEach(breach -> refusals.add(refused(route, breach)));
      new TransactionRules(route, resolve)
          .breaches()
          .forEach(breach -> refusals.add(refused(route, breach)));
    }
    for (RouteDefinition route :
        routes.reachedFrom(
            route -> routes.consumer(route).filter(policies.external().negate()).isPresent())) {
      new ExternalRules(route, resolve, kinds)
          .breaches()
          .forEach(breach -> refusals.add(external(route, breach)));
    }
    for (RouteDefinition route :
        routes.reachedFrom(
            route -> routes.consumer(route).filter(policies.receiptFollows()).isPresent())) {
      new ThreadRules(route, resolve, kinds)
          .sendsOverJms()
          .forEach(breach -> refusals.add(refused(route, breach)));
    }
    for (RouteDefinition route :
        routes.reachedFrom(route -> routes.destination(route).isPresent())) {
      new ProviderRules(route, resolve, kinds)
          .breaches()
          .forEach(breach -> refusals.add(delivering(route, breach)));
    }
    routes.all().stream()
        .filter(route -> routes.destination(route).filter(policies.transfers()).isPresent())
        .forEach(route -> refusals.addAll(transferring(route)));
    return refusals;
  }

  private List<Refusal> transferring(RouteDefinition route) {
    List<Refusal> refusals = new ArrayList<>();
    boolean sends = false;
    for (RouteDefinition reached : routes.reachedFrom(root -> root == route)) {
      TransferRules rules = new TransferRules(reached, resolve, kinds);
      rules.breaches().forEach(breach -> refusals.add(refused(reached, breach)));
      sends |= rules.sends();
    }
    if (!sends) {
      refusals.add(refused(route, "sends nothing over JMS, which is what transfer=xa is for"));
    }
    return refusals;
  }

  private static Refusal refused(RouteDefinition route, String breach) {
    return refusal(
        Code.ROUTE_REFUSED,
        route,
        "runs in a transaction and " + breach,
        "Record an intent for what must happen elsewhere, and leave retries and parking to the"
            + " policy.");
  }

  private static Refusal delivering(RouteDefinition route, String breach) {
    return refusal(
        Code.ROUTE_REFUSED,
        route,
        "delivers intents and " + breach,
        "The relay alone sends again. Name the place where the provider is, let Camel make the"
            + " client, and set it up by httpClientConfigurer.");
  }

  private static Refusal external(RouteDefinition route, String breach) {
    return refusal(
        Code.ROUTE_REFUSED,
        route,
        "runs in a transaction and " + breach,
        "Record an intent and do it in the route that delivers it. If it may happen again or in"
            + " vain, say semel.consumer.<name>.external=allowed.");
  }

  private static Refusal unresumable(RouteDefinition route, String breach) {
    return refusal(
        Code.STEP_REFUSED,
        route,
        breach,
        "Let the step stand once, by to(...), directly in a route that begins with inbox: and"
            + " stores first.");
  }

  private static Refusal misused(RouteDefinition route, String breach) {
    return refusal(Code.REPOSITORY_MISUSED, route, breach, "Leave eager at its default, true.");
  }

  private static Refusal refusal(Code code, RouteDefinition route, String breach, String remedy) {
    return new Refusal(code, "Route " + RouteGraph.name(route) + " " + breach + ".", remedy);
  }

  /** The server's transaction begins where such a route receives, whatever stands in it. */
  private Set<RouteDefinition> overJms() {
    return ClassicRoute.in(routes, resolve).stream()
        .map(ClassicRoute::route)
        .filter(this::receivesInTransactions)
        .collect(Collectors.toSet());
  }

  private boolean receivesInTransactions(RouteDefinition route) {
    Endpoint made = route.getInput().getEndpoint();
    return made == null
        ? kinds.receivesInTransactions(routes.from(route))
        : Kinds.any(made, Schemes::receivesInTransactions);
  }

  private boolean receives(RouteDefinition route) {
    return routes.beginsWith(route, "inbox");
  }

  private static boolean transacted(RouteDefinition route) {
    return !RouteGraph.steps(route, TransactedDefinition.class).isEmpty()
        || RouteGraph.steps(route, PolicyDefinition.class).stream()
            .anyMatch(policy -> PropagationPolicy.isNamed(policy.getRef()));
  }
}
