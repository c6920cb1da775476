// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.rules;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.camel.model.KameletDefinition;
import org.apache.camel.model.PollDefinition;
import org.apache.camel.model.PollEnrichDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RouteDefinition;
import org.semel.internal.route.model.Targets;

/** Steps that do what a rollback does not undo. Unknown steps count as such. */
final class ExternalRules {

  private final RouteDefinition route;
  private final UnaryOperator<String> resolve;
  private final Predicate<String> external;

  ExternalRules(RouteDefinition route, UnaryOperator<String> resolve, EndpointKinds kinds) {
    this(route, resolve, kinds::isExternal);
  }

  /**
   * Rules for one route.
   *
   * @param external of which endpoints a rollback does not undo what is sent there
   */
  ExternalRules(RouteDefinition route, UnaryOperator<String> resolve, Predicate<String> external) {
    this.route = route;
    this.resolve = resolve;
    this.external = external;
  }

  /** What is wrong, each as the end of a sentence about the route. */
  List<String> breaches() {
    return Targets.steps(route).flatMap(this::breaches).distinct().toList();
  }

  private Stream<String> breaches(ProcessorDefinition<?> step) {
    if (step instanceof KameletDefinition kamelet) {
      return Stream.of("calls a kamelet, whose steps are not checked (" + kamelet.getName() + ")");
    }
    if (step instanceof PollDefinition || step instanceof PollEnrichDefinition) {
      return Stream.of(
          "polls from elsewhere, which a rollback does not undo ("
              + Targets.of(step, resolve).findFirst().map(Schemes::of).orElse(step.getShortName())
              + ")");
    }
    return Targets.of(step, resolve)
        .filter(external)
        .map(Schemes::of)
        .map(
            scheme ->
                "does over "
                    + scheme
                    + " what a rollback does not undo ("
                    + Optional.ofNullable(step.getShortName()).orElse("to")
                    + ")");
  }
}
