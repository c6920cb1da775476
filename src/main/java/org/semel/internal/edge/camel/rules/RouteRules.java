// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.Endpoint;
import org.apache.camel.model.ModelCamelContext;
import org.apache.camel.model.PolicyDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.TransactedDefinition;
import org.semel.internal.edge.camel.classic.PropagationPolicy;
import org.semel.internal.edge.camel.model.RouteGraph;
import org.semel.internal.edge.camel.model.RouteSteps;
import org.semel.internal.edge.camel.rules.OptionRules.RulePlace;
import org.semel.internal.engine.receive.proof.Refusal;

/**
 * Checks the routes before they start and refuses steps that would break their transaction: another
 * thread is outside it, a retry inside a transaction that must roll back is useless, and a hidden
 * failure commits (design, rule 7). Checks every route that begins with {@code inbox:} or is
 * transacted, and all that they call by {@code direct:}. {@link RunTimeRules} checks what only a
 * message decides ({@code toD}, {@code recipientList}).
 */
public final class RouteRules {

  private final RouteGraph routes;
  private final UnaryOperator<String> resolve;
  private final EndpointKinds kinds;
  private final Policies policies;

  /** The policies in the configuration of the consumers and destinations that routes name. */
  public interface Policies {

    /** Whether the receipt of this consumer follows its transaction and is not part of it. */
    boolean receiptFollows(String consumer);

    /** Whether the route of this consumer can resume behind a step. */
    boolean isResumable(String consumer);

    /** Whether the route of this consumer may do what a rollback does not undo. */
    boolean allowsExternal(String consumer);

    /** Whether the relay of this destination sends in its own transaction. */
    boolean transfers(String destination);

    /** Whether the route of this destination may end well without an answer. */
    boolean allowsUnanswered(String destination);
  }

  /**
   * Rules over the routes of {@code context}.
   *
   * @param resolve replaces property placeholders
   * @param policies what the configuration says of those they name
   */
  public RouteRules(ModelCamelContext context, UnaryOperator<String> resolve, Policies policies) {
    this.routes = new RouteGraph(context, resolve);
    this.resolve = resolve;
    this.kinds = new EndpointKinds(context);
    this.policies = policies;
  }

  /** All refusals, by rule, each in the order of the routes. */
  public List<Refusal> refusals() {
    Collection<RouteDefinition> receiving = routes.reachedFrom(this::receives);
    return Stream.of(
            each(routes.all(), this::keys, RouteRefusals::misused),
            each(routes.all(), this::joins, RouteRefusals::joining),
            each(routes.all(), this::commands, RouteRefusals::commanding),
            each(routes.all(), this::steps, RouteRefusals::unresumable),
            at(RulePlace.THREAD, transacting(), RouteRefusals::refused),
            at(RulePlace.FAILURE, receiving, RouteRefusals::refused),
            at(RulePlace.TRANSACTION, receiving, RouteRefusals::refused),
            at(
                RulePlace.EXTERNAL,
                begunBy(consumer -> !policies.allowsExternal(consumer)),
                RouteRefusals::external),
            at(RulePlace.RECEIPT, begunBy(policies::receiptFollows), RouteRefusals::refused),
            at(RulePlace.PROVIDER, delivering(), RouteRefusals::delivering),
            at(RulePlace.DELIVERY, answering(), RouteRefusals::unanswered),
            transferring())
        .flatMap(Function.identity())
        .toList();
  }

  private static Stream<Refusal> each(
      Collection<RouteDefinition> routes,
      Function<RouteDefinition, List<String>> breaches,
      BiFunction<RouteDefinition, String, Refusal> refusal) {
    return routes.stream()
        .flatMap(
            route -> breaches.apply(route).stream().map(breach -> refusal.apply(route, breach)));
  }

  private Stream<Refusal> at(
      RulePlace place,
      Collection<RouteDefinition> routes,
      BiFunction<RouteDefinition, String, Refusal> refusal) {
    return each(routes, route -> OptionRules.breaches(route, resolve, kinds, place), refusal);
  }

  private List<String> keys(RouteDefinition route) {
    return new IdempotentConsumerRules(route, resolve).breaches();
  }

  private List<String> joins(RouteDefinition route) {
    return new IdempotentConsumerRules(route, resolve).joins();
  }

  private List<String> commands(RouteDefinition route) {
    return new CommandRules(route, resolve).breaches();
  }

  private List<String> steps(RouteDefinition route) {
    boolean resumable = routes.consumer(route).filter(policies::isResumable).isPresent();
    return new StepRules(route, resolve, resumable).breaches();
  }

  private Collection<RouteDefinition> transacting() {
    Set<RouteDefinition> classic = overJms();
    return routes.reachedFrom(
        route -> receives(route) || transacted(route) || classic.contains(route));
  }

  private Collection<RouteDefinition> begunBy(Predicate<String> consumer) {
    return routes.reachedFrom(route -> routes.consumer(route).filter(consumer).isPresent());
  }

  private Collection<RouteDefinition> delivering() {
    return routes.reachedFrom(route -> routes.destination(route).isPresent());
  }

  /**
   * The routes that must answer for the effect that they deliver. Those that transfer are not among
   * them: stricter rules hold for them.
   */
  private Collection<RouteDefinition> answering() {
    return routes.reachedFrom(
        route ->
            routes
                .destination(route)
                .filter(name -> !policies.transfers(name) && !policies.allowsUnanswered(name))
                .isPresent());
  }

  private Stream<Refusal> transferring() {
    return routes.all().stream()
        .filter(route -> routes.destination(route).filter(policies::transfers).isPresent())
        .flatMap(route -> transferring(route).stream());
  }

  private List<Refusal> transferring(RouteDefinition route) {
    List<Refusal> refusals = new ArrayList<>();
    boolean sends = false;
    for (RouteDefinition reached : routes.reachedFrom(root -> root == route)) {
      OptionRules.breaches(reached, resolve, kinds, RulePlace.TRANSFER)
          .forEach(breach -> refusals.add(RouteRefusals.refused(reached, breach)));
      sends |= OptionRules.sendsOverJms(reached, resolve);
    }
    if (!sends) {
      refusals.add(
          RouteRefusals.refused(route, "sends nothing over JMS, which is what transfer=xa is for"));
    }
    return refusals;
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
        : EndpointKinds.any(made, Schemes::receivesInTransactions);
  }

  private boolean receives(RouteDefinition route) {
    return routes.beginsWith(route, "inbox");
  }

  private static boolean transacted(RouteDefinition route) {
    return !RouteSteps.of(route, TransactedDefinition.class).isEmpty()
        || RouteSteps.of(route, PolicyDefinition.class).stream()
            .anyMatch(policy -> PropagationPolicy.isNamed(policy.getRef()));
  }
}
