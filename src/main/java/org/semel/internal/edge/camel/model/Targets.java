// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.model;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.camel.model.EndpointRequiredDefinition;
import org.apache.camel.model.EnrichDefinition;
import org.apache.camel.model.ExpressionNode;
import org.apache.camel.model.PollDefinition;
import org.apache.camel.model.PollEnrichDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RecipientListDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.RoutingSlipDefinition;
import org.apache.camel.model.ToDynamicDefinition;

/**
 * The endpoints that a step sends to or polls from, as far as the model shows: a fixed URI, and one
 * that a message completes but whose scheme is fixed. A URI that comes from the message alone is
 * checked when it is used.
 */
public final class Targets {

  private static final Pattern BEGINS_WITH_A_SCHEME =
      Pattern.compile("^[A-Za-z][A-Za-z0-9.+-]*:.*");
  private static final Set<String> LITERAL = Set.of("constant", "simple");

  private Targets() {}

  /** All steps of a route, however deep they lie in it. */
  public static Stream<ProcessorDefinition<?>> steps(RouteDefinition route) {
    Stream.Builder<ProcessorDefinition<?>> steps = Stream.builder();
    for (ProcessorDefinition<?> step : RouteSteps.of(route, ProcessorDefinition.class)) {
      steps.add(step);
    }
    return steps.build();
  }

  /** The endpoints that all steps of a route name. */
  public static Stream<String> of(RouteDefinition route, UnaryOperator<String> resolve) {
    return steps(route).flatMap(step -> of(step, resolve));
  }

  /** The endpoints that this step names, with placeholders replaced. */
  public static Stream<String> of(ProcessorDefinition<?> step, UnaryOperator<String> resolve) {
    return named(step)
        .map(resolve)
        .map(String::strip)
        .filter(uri -> BEGINS_WITH_A_SCHEME.matcher(uri).matches());
  }

  private static Stream<String> named(ProcessorDefinition<?> step) {
    if (step instanceof ToDynamicDefinition dynamic) {
      return Stream.ofNullable(dynamic.getUri());
    }
    if (step instanceof PollDefinition poll) {
      return Stream.ofNullable(poll.getEndpointUri());
    }
    if (step instanceof EndpointRequiredDefinition sends) {
      return Stream.ofNullable(sends.getEndpointUri());
    }
    if (step instanceof EnrichDefinition || step instanceof PollEnrichDefinition) {
      return literal((ExpressionNode) step).stream();
    }
    if (step instanceof RecipientListDefinition || step instanceof RoutingSlipDefinition) {
      return literal((ExpressionNode) step).stream()
          .flatMap(list -> Arrays.stream(list.split(",", -1)));
    }
    return Stream.empty();
  }

  private static Optional<String> literal(ExpressionNode step) {
    return Optional.ofNullable(step.getExpression())
        .filter(expression -> LITERAL.contains(expression.getLanguage()))
        .map(expression -> expression.getExpression());
  }
}
