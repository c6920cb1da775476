// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.camel.model.KameletDefinition;
import org.apache.camel.model.PolicyDefinition;
import org.apache.camel.model.PollDefinition;
import org.apache.camel.model.PollEnrichDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.TransactedDefinition;
import org.semel.internal.edge.camel.classic.PropagationPolicy;
import org.semel.internal.edge.camel.model.Targets;

/** Steps that do what a rollback does not undo. Unknown steps count as such. */
final class ExternalRules {

  /** Of an endpoint that else only transforms. */
  private static final Pattern WRITES_A_FILE = Pattern.compile("(?i)xslt.*[?&]output=file(&.*)?");

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
    if (isApart(step)) {
      return Stream.of(
          "works in a transaction of its own or in none, which a rollback does not undo ("
              + step.getShortName()
              + ")");
    }
    return Targets.of(step, resolve)
        .filter(uri -> external.test(uri) || WRITES_A_FILE.matcher(uri).matches())
        .map(Schemes::of)
        .map(
            scheme ->
                "does over "
                    + scheme
                    + " what a rollback does not undo ("
                    + Optional.ofNullable(step.getShortName()).orElse("to")
                    + ")");
  }

  private boolean isApart(ProcessorDefinition<?> step) {
    String ref = null;
    if (step instanceof TransactedDefinition own) {
      ref = own.getRef();
    } else if (step instanceof PolicyDefinition policy) {
      ref = policy.getRef();
    }
    return ref != null && PropagationPolicy.isApart(resolve.apply(ref));
  }
}
