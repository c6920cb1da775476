// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.camel.model.AggregateDefinition;
import org.apache.camel.model.CircuitBreakerDefinition;
import org.apache.camel.model.MulticastDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RecipientListDefinition;
import org.apache.camel.model.ResequenceDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.SplitDefinition;
import org.apache.camel.model.ThreadsDefinition;
import org.apache.camel.model.ToDynamicDefinition;
import org.apache.camel.model.WireTapDefinition;
import org.semel.internal.edge.camel.model.RouteSteps;
import org.semel.internal.edge.camel.model.Targets;

/** Steps of a route that leave its thread, and with it its transaction (JTA 2.0, section 3.4.3). */
final class ThreadRules {

  private final RouteDefinition route;
  private final UnaryOperator<String> resolve;
  private final EndpointKinds kinds;

  ThreadRules(RouteDefinition route, UnaryOperator<String> resolve, EndpointKinds kinds) {
    this.route = route;
    this.resolve = resolve;
    this.kinds = kinds;
  }

  /** What is wrong, each as the end of a sentence about the route. */
  List<String> breaches() {
    return Stream.of(
            unawaited(),
            any(ThreadsDefinition.class, step -> true, "hands on to other threads (threads)"),
            any(
                CircuitBreakerDefinition.class,
                step -> true,
                "may time out on another thread (circuitBreaker)"),
            parallel(),
            chosen())
        .flatMap(breaches -> breaches)
        .toList();
  }

  /** What goes on, or stays, behind the end of the route. */
  Stream<String> unawaited() {
    return Stream.of(
            any(WireTapDefinition.class, step -> true, "copies to another thread (wireTap)"),
            any(
                AggregateDefinition.class,
                step -> true,
                "keeps messages beyond its own end (aggregate)"),
            any(
                ResequenceDefinition.class,
                step -> true,
                "keeps messages beyond its own end (resequence)"),
            schemes(kinds::leavesTheThread)
                .distinct()
                .map(
                    scheme ->
                        "sends to an endpoint that another thread takes from (" + scheme + ")"))
        .flatMap(breaches -> breaches);
  }

  @SuppressWarnings("rawtypes") // recipientList is generic in its own kind
  private Stream<String> parallel() {
    return Stream.of(
            parallel(SplitDefinition.class, SplitDefinition::getParallelProcessing, "split"),
            parallel(
                MulticastDefinition.class, MulticastDefinition::getParallelProcessing, "multicast"),
            parallel(
                RecipientListDefinition.class,
                RecipientListDefinition::getParallelProcessing,
                "recipientList"))
        .flatMap(breaches -> breaches);
  }

  private Stream<String> chosen() {
    return any(
        ToDynamicDefinition.class,
        step ->
            !(step instanceof WireTapDefinition)
                && Targets.of(step, resolve).anyMatch(kinds::isNeverDynamic),
        "lets a message decide on a statement or a queue (toD)");
  }

  /**
   * For a route whose transaction holds the database only: a rollback does not undo what it sends.
   */
  Stream<String> sendsOverJms() {
    return schemes(kinds::speaksJms)
        .limit(1)
        .map(
            scheme ->
                "sends over JMS, which is no part of it with protocol=ack-after-commit or"
                    + " store-first (to)");
  }

  private Stream<String> schemes(Predicate<String> refused) {
    return Targets.of(route, resolve).filter(refused).map(Schemes::of);
  }

  private <T extends ProcessorDefinition<?>> Stream<String> parallel(
      Class<T> kind, Function<T, String> option, String name) {
    return any(kind, step -> isTrue(option.apply(step)), "works in parallel (" + name + ")");
  }

  private <T extends ProcessorDefinition<?>> Stream<String> any(
      Class<T> kind, Predicate<T> refused, String breach) {
    return RouteSteps.of(route, kind).stream().anyMatch(refused)
        ? Stream.of(breach)
        : Stream.empty();
  }

  private boolean isTrue(String option) {
    return option != null && Boolean.parseBoolean(resolve.apply(option));
  }
}
