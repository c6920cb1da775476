// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.camel.AggregationStrategy;
import org.apache.camel.model.EnrichDefinition;
import org.apache.camel.model.IdempotentConsumerDefinition;
import org.apache.camel.model.LoadBalanceDefinition;
import org.apache.camel.model.PollEnrichDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RecipientListDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.loadbalancer.RandomLoadBalancerDefinition;
import org.apache.camel.model.loadbalancer.RoundRobinLoadBalancerDefinition;
import org.apache.camel.model.loadbalancer.StickyLoadBalancerDefinition;
import org.apache.camel.model.loadbalancer.WeightedLoadBalancerDefinition;
import org.jspecify.annotations.Nullable;
import org.semel.internal.edge.camel.model.Targets;

/** Steps behind {@code inbox:} that lose a failure, or keep state outside the transaction. */
final class TransactionRules {

  private static final Set<Class<?>> ONE_AT_A_TIME =
      Set.of(
          RandomLoadBalancerDefinition.class,
          RoundRobinLoadBalancerDefinition.class,
          StickyLoadBalancerDefinition.class,
          WeightedLoadBalancerDefinition.class);

  private final RouteDefinition route;
  private final UnaryOperator<String> resolve;

  TransactionRules(RouteDefinition route, UnaryOperator<String> resolve) {
    this.route = route;
    this.resolve = resolve;
  }

  /** What is wrong, each as the end of a sentence about the route. */
  List<String> breaches() {
    List<String> breaches = new ArrayList<>();
    Targets.steps(route)
        .map(this::breach)
        .flatMap(Optional::stream)
        .distinct()
        .forEach(breaches::add);
    return breaches;
  }

  private Optional<String> breach(ProcessorDefinition<?> step) {
    return StepKinds.breach(step)
        .or(() -> hiding(step))
        .or(
            () ->
                found(
                    step,
                    IdempotentConsumerDefinition.class,
                    consumer -> !new IdempotentConsumerRules(route, resolve).isOurs(consumer),
                    "remembers keys that a rollback does not undo (idempotentConsumer over a"
                        + " repository that is not semel:)"))
        .or(() -> LeftoverRules.breach(step, resolve));
  }

  private Optional<String> hiding(ProcessorDefinition<?> step) {
    return found(
            step,
            LoadBalanceDefinition.class,
            TransactionRules::triesAnother,
            "goes on to another after a failure, in a transaction that must roll back, or hides it"
                + " (loadBalance failover, topic or custom)")
        .or(() -> hiddenByAggregation(step, resolve));
  }

  /** An aggregation strategy that is asked instead of the failure. */
  static Optional<String> hiddenByAggregation(
      ProcessorDefinition<?> step, UnaryOperator<String> resolve) {
    return found(
            step,
            RecipientListDefinition.class,
            list -> swallows(list, resolve),
            "leaves it to an aggregation strategy whether a failure is one (recipientList without"
                + " stopOnException or shareUnitOfWork)")
        .or(
            () ->
                found(
                    step,
                    EnrichDefinition.class,
                    enrich -> isTrue(enrich.getAggregateOnException(), resolve),
                    "hides failures (enrich aggregateOnException)"))
        .or(
            () ->
                found(
                    step,
                    PollEnrichDefinition.class,
                    enrich -> isTrue(enrich.getAggregateOnException(), resolve),
                    "hides failures (pollEnrich aggregateOnException)"));
  }

  private static boolean triesAnother(LoadBalanceDefinition balance) {
    return balance.getLoadBalancerType() != null
        && !ONE_AT_A_TIME.contains(balance.getLoadBalancerType().getClass());
  }

  private static boolean swallows(RecipientListDefinition<?> list, UnaryOperator<String> resolve) {
    AggregationStrategy bean = list.getAggregationStrategyBean();
    return (bean != null || list.getAggregationStrategy() != null)
        && !isTrue(list.getStopOnException(), resolve)
        && !isTrue(list.getShareUnitOfWork(), resolve);
  }

  private static <T> Optional<String> found(
      ProcessorDefinition<?> step, Class<T> kind, Predicate<T> refused, String breach) {
    return Optional.of(step)
        .filter(kind::isInstance)
        .map((Function<ProcessorDefinition<?>, T>) kind::cast)
        .filter(refused)
        .map(there -> breach);
  }

  private static boolean isTrue(@Nullable String option, UnaryOperator<String> resolve) {
    return option != null && Boolean.parseBoolean(resolve.apply(option));
  }
}
