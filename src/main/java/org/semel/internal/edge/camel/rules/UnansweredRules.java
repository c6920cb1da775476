// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.camel.model.CircuitBreakerDefinition;
import org.apache.camel.model.IdempotentConsumerDefinition;
import org.apache.camel.model.MulticastDefinition;
import org.apache.camel.model.OnCompletionDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.ProcessorDefinitionHelper;
import org.apache.camel.model.RecipientListDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.SplitDefinition;
import org.jspecify.annotations.Nullable;
import org.semel.internal.edge.camel.model.Targets;

/**
 * Ways in which a route that delivers ends well without an answer for the effect: it goes on behind
 * the route's end or stays in memory, its failure is hidden, or it is left out. What the route
 * waits for may well work in parallel, or on another thread.
 */
final class UnansweredRules {

  /** By which a client does not wait for the broker. */
  private static final Map<String, String> NOT_PERSISTENT =
      Map.of("deliveryPersistent", "false", "deliveryMode", "1");

  private final RouteDefinition route;
  private final UnaryOperator<String> resolve;
  private final EndpointKinds kinds;

  UnansweredRules(RouteDefinition route, UnaryOperator<String> resolve, EndpointKinds kinds) {
    this.route = route;
    this.resolve = resolve;
    this.kinds = kinds;
  }

  /** What is wrong, each as the end of a sentence about the route. */
  List<String> breaches() {
    return Stream.of(
            new ThreadRules(route, resolve, kinds).unawaited(),
            new FailureRules(route, resolve)
                .hidings().stream()
                    .map("hides failures, which would count as deliveries (%s)"::formatted),
            Targets.steps(route).flatMap(this::ofStep),
            Targets.of(route, resolve).filter(kinds::speaksJms).flatMap(this::ofOptions))
        .flatMap(breaches -> breaches)
        .distinct()
        .toList();
  }

  private Stream<String> ofStep(ProcessorDefinition<?> step) {
    return Stream.of(
            StepKinds.unanswered(step).stream(),
            TransactionRules.hiddenByAggregation(step, resolve).stream(),
            LeftoverRules.undone(step, resolve).stream(),
            late(step),
            early(step),
            broken(step),
            suppressed(step))
        .flatMap(breaches -> breaches);
  }

  private static Stream<String> late(ProcessorDefinition<?> step) {
    return step instanceof OnCompletionDefinition completion
            && ProcessorDefinitionHelper.filterTypeInOutputs(
                    completion.getOutputs(), ProcessorDefinition.class)
                .stream()
                .anyMatch(inner -> !StepKinds.isHarmless(inner))
        ? Stream.of("sends after its own end (onCompletion)")
        : Stream.empty();
  }

  private Stream<String> early(ProcessorDefinition<?> step) {
    String timeout = timeout(step);
    return timeout == null || resolve.apply(timeout).strip().equals("0")
        ? Stream.empty()
        : Stream.of("ends before its parts do (%s timeout)".formatted(step.getShortName()));
  }

  private static @Nullable String timeout(ProcessorDefinition<?> step) {
    if (step instanceof MulticastDefinition multicast) {
      return multicast.getTimeout();
    }
    if (step instanceof SplitDefinition split) {
      return split.getTimeout();
    }
    return step instanceof RecipientListDefinition<?> list ? list.getTimeout() : null;
  }

  /**
   * By its fallback; without one an open breaker leaves no exception on the exchange, nor does one
   * for a failure that it is to ignore. The destination has a circuit of its own.
   */
  private static Stream<String> broken(ProcessorDefinition<?> step) {
    return step instanceof CircuitBreakerDefinition
        ? Stream.of("answers in the provider's stead (circuitBreaker)")
        : Stream.empty();
  }

  private static Stream<String> suppressed(ProcessorDefinition<?> step) {
    return step instanceof IdempotentConsumerDefinition
        ? Stream.of("leaves out what an attempt before may not have sent (idempotentConsumer)")
        : Stream.empty();
  }

  /** Those of the endpoint, and of its component where the endpoint says nothing. */
  private Stream<String> ofOptions(String uri) {
    return NOT_PERSISTENT.entrySet().stream()
        .filter(
            each ->
                ProviderRules.options(uri).anyMatch(each.toString()::equals)
                    || (kinds.componentSays(uri, each.getKey(), each.getValue())
                        && ProviderRules.isUnsaid(uri, each.getKey())))
        .map("does not wait for the broker (%s)"::formatted)
        .sorted();
  }
}
